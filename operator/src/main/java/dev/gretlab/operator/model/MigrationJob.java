/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Brings the database to the resource's version and sets the passwords of the roles. Its name holds
 * what it does, since a Job cannot be changed: another version or password is another Job, and the
 * same is never run twice.
 */
final class MigrationJob {

    private MigrationJob() {}

    /**
     * @param secrets what changes when a password does
     */
    static Job job(Lab lab, String secrets) {
        PodSpec pod = pod(lab);
        return new JobBuilder()
                .withMetadata(
                        lab.owned(
                                lab.name("migrate-" + Fingerprint.of(List.of(pod, secrets))),
                                Part.MIGRATE.label()))
                .withNewSpec()
                // a database that is still coming up refuses the first ones
                .withBackoffLimit(8)
                .withActiveDeadlineSeconds(3600L)
                .withTemplate(Pods.template(lab, Part.MIGRATE, pod))
                .endSpec()
                .build();
    }

    private static PodSpec pod(Lab lab) {
        Database database = Database.of(lab);
        List<EnvVar> environment = new ArrayList<>();
        environment.add(Pods.env("GRETLAB_DB_URL", database.jdbcUrl()));
        environment.add(
                Pods.envFromSecret(
                        "GRETLAB_DB_USER", database.ownerSecret(), database.ownerNameKey()));
        environment.add(
                Pods.env(
                        "GRETLAB_DB_PASSWORD_FILE",
                        "/etc/gretlab/owner/" + database.ownerPasswordKey()));
        for (String role : List.of(Credentials.API, Credentials.RUNNER, Credentials.SCALER)) {
            String prefix = "GRETLAB_" + role.toUpperCase(Locale.ROOT);
            environment.add(Pods.env(prefix + "_ROLE", database.role(role)));
            environment.add(Pods.env(prefix + "_PASSWORD_FILE", Pods.SECRETS + "/" + role));
        }
        return Pods.with(
                Pods.spec(lab, Part.MIGRATE).withRestartPolicy("Never"),
                Pods.container(lab, Part.MIGRATE, lab.image("migrate"))
                        .withEnv(environment)
                        .withResources(Pods.burstable("100m", "512Mi"))
                        .withVolumeMounts(
                                Pods.mount("owner", "/etc/gretlab/owner", true),
                                Pods.mount("secrets", Pods.SECRETS, true),
                                Pods.mount("tmp", "/tmp", false))
                        .build(),
                Pods.secret("owner", database.ownerSecret(), database.ownerPasswordKey()),
                Pods.secret(
                        "secrets",
                        lab.credentials(),
                        Credentials.API,
                        Credentials.RUNNER,
                        Credentials.SCALER),
                Pods.scratch("tmp", null));
    }
}
