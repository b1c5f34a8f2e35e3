/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.DatabaseSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.List;
import java.util.Map;

/** A small PostgreSQL, when the resource names no server. */
final class EvaluationDatabase {

    private static final String DATA = "/var/lib/postgresql/data";

    /**
     * PostgreSQL's and our own count, as in helm/images/postgres/version: the lab's version is not
     * in it, or each upgrade would stop the database for a moment.
     */
    static final String IMAGE_TAG = "17-1";

    private EvaluationDatabase() {}

    /** The claim of its one pod, which holds the data. */
    static String claim(Lab lab) {
        return "data-" + lab.name(Part.DATABASE) + "-0";
    }

    static List<HasMetadata> objects(Lab lab, DatabaseSpec.Evaluation wanted) {
        return List.of(
                Workloads.headless(
                        lab,
                        Part.DATABASE,
                        lab.name(Part.DATABASE),
                        Workloads.port("postgres", 5432, "postgres")),
                statefulSet(lab, wanted));
    }

    private static StatefulSet statefulSet(Lab lab, DatabaseSpec.Evaluation wanted) {
        return new StatefulSetBuilder()
                .withMetadata(lab.owned(Part.DATABASE))
                .withNewSpec()
                .withReplicas(1)
                .withServiceName(lab.name(Part.DATABASE))
                .withNewSelector()
                .withMatchLabels(lab.selector(Part.DATABASE))
                .endSelector()
                .withTemplate(Pods.template(lab, Part.DATABASE, pod(lab, wanted)))
                // the claim outlives the StatefulSet here; the reconciler deletes it when the
                // resource says Delete
                .withNewPersistentVolumeClaimRetentionPolicy()
                .withWhenDeleted("Retain")
                .withWhenScaled("Retain")
                .endPersistentVolumeClaimRetentionPolicy()
                .withVolumeClaimTemplates(
                        new PersistentVolumeClaimBuilder()
                                .withApiVersion("v1")
                                .withKind("PersistentVolumeClaim")
                                .withNewMetadata()
                                .withName("data")
                                .withLabels(lab.labels(Part.DATABASE.label()))
                                .endMetadata()
                                .withNewSpec()
                                .withAccessModes("ReadWriteOnce")
                                .withStorageClassName(wanted.storageClassName())
                                .withNewResources()
                                .withRequests(Map.of("storage", new Quantity(wanted.storage())))
                                .endResources()
                                .endSpec()
                                .build())
                .endSpec()
                .build();
    }

    private static PodSpec pod(Lab lab, DatabaseSpec.Evaluation wanted) {
        return Pods.with(
                // longer than a checkpoint
                Pods.spec(lab, Part.DATABASE).withTerminationGracePeriodSeconds(60L),
                Pods.container(lab, Part.DATABASE, lab.image("postgres", IMAGE_TAG))
                        .withArgs(
                                "-c", "max_connections=200",
                                // what people send stays out of the log
                                "-c", "log_parameter_max_length=0",
                                "-c", "log_parameter_max_length_on_error=0",
                                "-c", "log_error_verbosity=terse",
                                "-c", "log_min_error_statement=panic")
                        .withEnv(
                                Pods.env("POSTGRES_DB", "gretlab"),
                                Pods.env("POSTGRES_USER", "gretlab_owner"),
                                Pods.env(
                                        "POSTGRES_PASSWORD_FILE",
                                        Pods.SECRETS + "/" + Credentials.OWNER),
                                // a folder within the volume: its root may hold lost+found
                                Pods.env("PGDATA", DATA + "/pgdata"))
                        .addNewPort()
                        .withName("postgres")
                        .withContainerPort(5432)
                        .withProtocol("TCP")
                        .endPort()
                        .withReadinessProbe(Pods.tcp("postgres", 5, 3))
                        .withResources(Pods.burstable(wanted.cpu(), wanted.memory()))
                        .withVolumeMounts(
                                Pods.mount("secrets", Pods.SECRETS, true),
                                Pods.mount("data", DATA, false),
                                Pods.mount("run", "/var/run/postgresql", false),
                                Pods.mount("tmp", "/tmp", false))
                        .build(),
                Pods.secret("secrets", lab.credentials(), Credentials.OWNER),
                Pods.scratch("run", null),
                Pods.scratch("tmp", null));
    }
}
