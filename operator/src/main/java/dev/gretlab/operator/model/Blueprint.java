/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.DatabaseSpec;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything that a lab wants in the cluster, in the order in which it comes to be.
 *
 * @param steps each waits for the one before it
 * @param optional what is made only where its kind is known: KEDA's, Prometheus', cert-manager's
 */
public record Blueprint(List<Step> steps, List<GenericKubernetesResource> optional) {

    /** Objects that are made together, and before the next step are available. */
    public record Step(Stage stage, List<HasMetadata> objects) {}

    /** The order. */
    public enum Stage {
        FOUNDATION,
        DATABASE,
        MIGRATION,
        POOLER,
        API_AND_RUNNERS,
        GATEWAY
    }

    /**
     * What the lab wants.
     *
     * @param credentials as it is in the cluster
     * @param secrets what the Secrets that others made hold (the database's owner, the
     *     certificate), by their names
     */
    public static Blueprint of(
            Lab lab, Secret credentials, Map<String, Map<String, String>> secrets) {
        String passwords = Fingerprint.of(new TreeMap<>(credentials.getData()));
        List<Step> steps = new ArrayList<>();
        steps.add(new Step(Stage.FOUNDATION, foundation(lab)));
        DatabaseSpec.Evaluation evaluation = lab.spec().database().evaluation();
        if (evaluation != null) {
            steps.add(new Step(Stage.DATABASE, EvaluationDatabase.objects(lab, evaluation)));
        }
        steps.add(
                new Step(
                        Stage.MIGRATION,
                        List.of(
                                MigrationJob.job(
                                        lab,
                                        passwords
                                                + content(
                                                        secrets,
                                                        Database.of(lab).ownerSecret())))));
        steps.add(new Step(Stage.POOLER, Pooler.objects(lab, passwords)));
        steps.add(
                new Step(
                        Stage.API_AND_RUNNERS,
                        Stream.concat(
                                        Api.objects(lab, passwords).stream(),
                                        Runners.objects(lab, passwords).stream())
                                .toList()));
        String certificate = Gateway.certificateSecret(lab);
        steps.add(
                new Step(
                        Stage.GATEWAY,
                        Gateway.objects(
                                lab, certificate == null ? "" : content(secrets, certificate))));
        List<GenericKubernetesResource> optional = new ArrayList<>();
        optional.add(Scaling.authentication(lab));
        optional.add(Scaling.scaledObject(lab));
        optional.addAll(Monitoring.objects(lab));
        GenericKubernetesResource asked = Gateway.certificate(lab);
        if (asked != null) {
            optional.add(asked);
        }
        return new Blueprint(List.copyOf(steps), List.copyOf(optional));
    }

    /** The Secrets that others make and that the blueprint's content depends on. */
    public static List<String> foreignSecrets(Lab lab) {
        return Stream.of(Database.of(lab).ownerSecret(), Gateway.certificateSecret(lab))
                .filter(Objects::nonNull)
                .filter(name -> !name.equals(lab.credentials()))
                .distinct()
                .toList();
    }

    /** The name of the claim that holds the data of an evaluation database. */
    public static String claim(Lab lab) {
        return EvaluationDatabase.claim(lab);
    }

    /** All objects of all steps. */
    public Stream<HasMetadata> objects() {
        return steps.stream().flatMap(step -> step.objects().stream());
    }

    private static List<HasMetadata> foundation(Lab lab) {
        List<HasMetadata> objects = new ArrayList<>();
        for (Part part : Part.values()) {
            boolean wanted =
                    switch (part) {
                        case DATABASE -> lab.spec().database().evaluation() != null;
                        case GATEWAY -> lab.spec().gateway().enabled();
                        case MIGRATE, PGBOUNCER, API, RUNNERS -> true;
                    };
            if (wanted) {
                objects.add(Workloads.account(lab, part));
            }
        }
        objects.addAll(Openings.objects(lab));
        if (lab.spec().observability().dashboards()) {
            objects.add(Dashboards.configMap(lab));
        }
        return objects;
    }

    private static String content(Map<String, Map<String, String>> secrets, String name) {
        return Fingerprint.of(new TreeMap<>(secrets.getOrDefault(name, Map.of())));
    }
}
