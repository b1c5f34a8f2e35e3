/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.crd.GretlabStatus;
import dev.gretlab.operator.model.Blueprint;
import dev.gretlab.operator.model.Credentials;
import dev.gretlab.operator.model.Lab;
import dev.gretlab.operator.model.OperatorSettings;
import dev.gretlab.operator.model.Part;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Brings the cluster to what each Gretlab says, again and again. */
@ControllerConfiguration(name = GretlabReconciler.NAME, fieldManager = GretlabReconciler.NAME)
final class GretlabReconciler implements Reconciler<Gretlab>, Cleaner<Gretlab> {

    static final String NAME = "gretlab-operator";

    /** On the resource, with the value "true": nothing of the lab is touched until it is gone. */
    static final String PAUSED = "gretlab.dev/paused";

    /**
     * While something is on its way that no event tells of: KEDA's word, a Secret of somebody else.
     */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration REMOVING = Duration.ofSeconds(1);

    private final OperatorSettings settings;
    private final Kinds kinds;
    private final News news;
    private final StateWatch states;
    private final Duration patience;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param patience how long a rollout waits for the first word of a lab's API
     */
    GretlabReconciler(
            OperatorSettings settings,
            Kinds kinds,
            KubernetesClient client,
            StateWatch states,
            Duration patience,
            InstantSource clock) {
        this.settings = settings;
        this.kinds = kinds;
        this.news = new News(client);
        this.states = states;
        this.patience = patience;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, Gretlab>> prepareEventSources(EventSourceContext<Gretlab> context) {
        List<EventSource<?, Gretlab>> sources = new ArrayList<>();
        for (Class<? extends HasMetadata> kind : Kinds.OWN) {
            sources.add(informer(kind, context));
        }
        sources.add(informer(Pod.class, context));
        sources.add(informer(Secret.class, context));
        sources.add(states.source());
        return sources;
    }

    /**
     * By labels, not by owner: what is kept of a deleted lab has no owner, and belongs to the next
     * of the same name.
     */
    private static <R extends HasMetadata> InformerEventSource<R, Gretlab> informer(
            Class<R> kind, EventSourceContext<Gretlab> context) {
        return new InformerEventSource<>(
                InformerEventSourceConfiguration.from(kind, Gretlab.class)
                        .withLabelSelector(Lab.MANAGED_BY + "=" + Lab.OPERATOR)
                        .withSecondaryToPrimaryMapper(object -> {
                            String name = object.getMetadata().getLabels().get(Lab.INSTANCE);
                            return name == null
                                    ? Set.of()
                                    : Set.of(
                                            new ResourceID(
                                                    name, object.getMetadata().getNamespace()));
                        })
                        .build(),
                context);
    }

    @Override
    public UpdateControl<Gretlab> reconcile(Gretlab resource, Context<Gretlab> context) {
        Lab lab = Lab.of(resource, settings);
        StatusReport report = new StatusReport();
        GretlabStatus before = resource.getStatus();
        String version = before == null ? null : before.version();
        if ("true".equals(resource.getMetadata().getAnnotations().get(PAUSED))) {
            report.setOverall(
                    PartState.coming(
                            "Paused",
                            "Nothing is touched while the annotation " + PAUSED + " is true."));
        } else if (version != null
                && Release.of(lab.spec().version()).isBefore(Release.of(version))) {
            report.setOverall(
                    PartState.stuck(
                            "DowngradeRefused",
                            "The database is at version "
                                    + version
                                    + ", which "
                                    + lab.spec().version()
                                    + " does not know. Set spec.version to "
                                    + version
                                    + " or newer, or restore a backup into another Gretlab."));
        } else {
            Cluster cluster = new Cluster(lab, context);
            Secret credentials = credentials(lab, context.getClient(), cluster);
            StateWatch.Known known = states.look(lab, Credentials.stateToken(credentials));
            if (version != null && !version.equals(lab.spec().version())) {
                lab = orBefore(lab, version, resource, known, cluster, report);
            }
            Blueprint blueprint =
                    Blueprint.of(lab, credentials, foreignSecrets(lab, context.getClient()));
            new Building(lab, blueprint, cluster, context.getClient(), kinds, report, known.heard())
                    .build();
            if (report.good(ConditionType.DATABASE_MIGRATED)) {
                version = lab.spec().version();
            }
        }
        return status(resource, lab, report, version);
    }

    /** The lab as the resource wants it, or as it was while a rollout waits. */
    private Lab orBefore(
            Lab wanted,
            String version,
            Gretlab resource,
            StateWatch.Known known,
            Cluster cluster,
            StatusReport report) {
        Optional<PartState> waiting =
                Rollout.waitsFor(
                        wanted.spec().version(),
                        resource.getMetadata().getAnnotations().get(Rollout.FORCE),
                        known,
                        patience,
                        clock.instant());
        if (waiting.isEmpty()) {
            return wanted;
        }
        report.setWaiting(waiting.get());
        String image =
                cluster.find(Deployment.class, wanted.name(Part.RUNNERS))
                        .map(runners ->
                                runners.getSpec()
                                        .getTemplate()
                                        .getSpec()
                                        .getContainers()
                                        .getFirst()
                                        .getImage())
                        .orElse(null);
        return wanted.at(version, image);
    }

    @Override
    public DeleteControl cleanup(Gretlab resource, Context<Gretlab> context) {
        Lab lab = Lab.of(resource, settings);
        Removal removal = new Removal(lab, new Cluster(lab, context), context.getClient(), kinds);
        Instant since = Instant.parse(resource.getMetadata().getDeletionTimestamp());
        if (!removal.step(since, clock.instant())) {
            return DeleteControl.noFinalizerRemoval().rescheduleAfter(REMOVING);
        }
        states.forget(lab);
        String data = Removal.whereDataIs(lab);
        if (!data.isEmpty()) {
            news.tell(
                    resource,
                    "Normal",
                    "DataRetained",
                    "The data stays: "
                            + data
                            + ". A new Gretlab of this name adopts it; delete it by hand when"
                            + " nobody needs it.");
        }
        return DeleteControl.defaultDelete();
    }

    /**
     * Read from the API server and not from a cache: on what a late cache lacks, passwords would be
     * made anew.
     */
    private Secret credentials(Lab lab, KubernetesClient client, Cluster cluster) {
        Secret present =
                client.secrets().inNamespace(lab.namespace()).withName(lab.credentials()).get();
        Map<String, String> data =
                present == null
                        ? Map.of()
                        : Objects.requireNonNullElse(present.getData(), Map.of());
        Secret wanted = Credentials.complete(lab, data, random);
        if (present == null) {
            // create, not apply: when another was first, this one fails and the next pass takes the
            // other's
            return client.resource(wanted).create();
        }
        if (data.equals(wanted.getData()) && hasLabels(present, wanted)) {
            return present;
        }
        return client.resource(wanted).patch(cluster.applying());
    }

    private static boolean hasLabels(Secret present, Secret wanted) {
        Map<String, String> labels =
                Objects.requireNonNullElse(present.getMetadata().getLabels(), Map.of());
        return labels.entrySet().containsAll(wanted.getMetadata().getLabels().entrySet());
    }

    private static Map<String, Map<String, String>> foreignSecrets(
            Lab lab, KubernetesClient client) {
        Map<String, Map<String, String>> secrets = new HashMap<>();
        for (String name : Blueprint.foreignSecrets(lab)) {
            Secret secret = client.secrets().inNamespace(lab.namespace()).withName(name).get();
            if (secret != null && secret.getData() != null) {
                secrets.put(name, secret.getData());
            }
        }
        return secrets;
    }

    private UpdateControl<Gretlab> status(
            Gretlab resource, Lab lab, StatusReport report, @Nullable String version) {
        GretlabStatus before = resource.getStatus();
        long generation = resource.getMetadata().getGeneration();
        List<Condition> conditions = report.conditions(before, generation, clock.instant());
        String data = Removal.whereDataIs(lab);
        GretlabStatus after =
                new GretlabStatus(
                        generation, version, lab.url(), data.isEmpty() ? null : data, conditions);
        boolean ready =
                conditions.stream()
                        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
        UpdateControl<Gretlab> control;
        if (after.equals(before)) {
            control = UpdateControl.noUpdate();
        } else {
            news.tellChanges(resource, StatusReport.byType(before), conditions);
            // a fresh object: the status alone, without the spec and without managedFields
            Gretlab patch = new Gretlab();
            patch.setMetadata(
                    new ObjectMetaBuilder()
                            .withName(resource.getMetadata().getName())
                            .withNamespace(resource.getMetadata().getNamespace())
                            .build());
            patch.setStatus(after);
            control = UpdateControl.patchStatus(patch);
        }
        Duration next = states.interval();
        return control.rescheduleAfter(ready || next.compareTo(SOON) < 0 ? next : SOON);
    }
}
