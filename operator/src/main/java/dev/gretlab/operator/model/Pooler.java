/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.PgBouncerSpec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Map;

/** PgBouncer in transaction mode: many API connections, few of the database's. */
final class Pooler {

    static final int PORT = 6432;

    /** Seconds in which an API replica has given back every connection that it had, and more. */
    private static final long LONGEST_GOODBYE = 100;

    private Pooler() {}

    /**
     * @param secrets what changes when a password does
     */
    static List<HasMetadata> objects(Lab lab, String secrets) {
        ConfigMap config =
                Workloads.config(lab, Part.PGBOUNCER, Map.of("pgbouncer.ini", configuration(lab)));
        return List.of(
                config,
                Workloads.service(
                        lab, Part.PGBOUNCER, Workloads.port("postgres", PORT, "postgres")),
                Workloads.deployment(
                        lab,
                        Part.PGBOUNCER,
                        lab.spec().pgbouncer().replicas(),
                        Pods.template(lab, Part.PGBOUNCER, pod(lab), config.getData(), secrets)),
                Workloads.budget(lab, Part.PGBOUNCER));
    }

    private static String configuration(Lab lab) {
        Database database = Database.of(lab);
        PgBouncerSpec wanted = lab.spec().pgbouncer();
        return """
        [databases]
        %s = host=%s port=%d dbname=%s
        [pgbouncer]
        listen_addr = *
        listen_port = %d
        unix_socket_dir =
        auth_type = scram-sha-256
        auth_file = %s/%s
        pool_mode = transaction
        default_pool_size = %d
        max_db_connections = %d
        max_client_conn = %d
        server_tls_sslmode = %s
        %s
        ; the driver sends it, and it changes nothing for us
        ignore_startup_parameters = extra_float_digits
        ; a database that is away is told to the client instead of being waited for
        query_wait_timeout = 5
        server_login_retry = 1
        server_connect_timeout = 3
        log_connections = 0
        log_disconnections = 0
        """
                .formatted(
                        database.name(),
                        database.host(),
                        database.port(),
                        database.name(),
                        PORT,
                        Pods.SECRETS,
                        Credentials.POOLER_USERS,
                        wanted.poolSize(),
                        wanted.poolSize(),
                        wanted.maxClients(),
                        database.sslMode(),
                        database.checked()
                                ? "server_tls_ca_file = /etc/ssl/certs/ca-certificates.crt"
                                : "; who answers is not checked");
    }

    private static PodSpec pod(Lab lab) {
        return Pods.with(
                Pods.spec(lab, Part.PGBOUNCER)
                        .withTerminationGracePeriodSeconds(LONGEST_GOODBYE)
                        .withTopologySpreadConstraints(
                                Pods.spread(lab, Part.PGBOUNCER, "kubernetes.io/hostname")),
                Pods.container(lab, Part.PGBOUNCER, lab.image("pgbouncer"))
                        .withCommand("pgbouncer", "/etc/gretlab/pgbouncer/pgbouncer.ini")
                        .addNewPort()
                        .withName("postgres")
                        .withContainerPort(PORT)
                        .withProtocol("TCP")
                        .endPort()
                        .withReadinessProbe(Pods.tcp("postgres", 5, 2))
                        .withLivenessProbe(Pods.tcp("postgres", 10, 6))
                        .withNewLifecycle()
                        // Out of the Service first. Then comes SIGTERM, on which PgBouncer (1.23
                        // and newer) takes nobody new and ends when its last client has gone;
                        // SIGINT would cut off whoever waits for a connection at that moment.
                        .withNewPreStop()
                        .withNewExec()
                        .withCommand("sleep", "5")
                        .endExec()
                        .endPreStop()
                        .endLifecycle()
                        .withResources(
                                Pods.burstable(
                                        lab.spec().pgbouncer().cpu(),
                                        lab.spec().pgbouncer().memory()))
                        .withVolumeMounts(
                                Pods.mount("config", "/etc/gretlab/pgbouncer", true),
                                Pods.mount("secrets", Pods.SECRETS, true))
                        .build(),
                Pods.config("config", lab.name(Part.PGBOUNCER)),
                Pods.secret("secrets", lab.credentials(), Credentials.POOLER_USERS));
    }
}
