/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.ApiSpec;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import java.util.ArrayList;
import java.util.List;

/** The replicas that answer browsers. */
final class Api {

    static final int PORT = 8080;

    /** Where the operator asks. A port of its own: gateway and Ingress lead to the other one. */
    static final int STATE_PORT = 8081;

    private Api() {}

    /**
     * The Service whose name resolves to the replicas themselves, so that the gateway can choose
     * among them.
     */
    static String replicas(Lab lab) {
        return lab.name("api-replicas");
    }

    /**
     * @param secrets what changes when a password does
     */
    static List<HasMetadata> objects(Lab lab, String secrets) {
        return List.of(
                Workloads.service(
                        lab,
                        Part.API,
                        Workloads.port("http", PORT, "http"),
                        Workloads.port("state", STATE_PORT, "state")),
                Workloads.headless(
                        lab, Part.API, replicas(lab), Workloads.port("http", PORT, "http")),
                Workloads.deployment(
                        lab, Part.API, null, Pods.template(lab, Part.API, pod(lab), secrets)),
                Workloads.budget(lab, Part.API),
                autoscaler(lab));
    }

    private static List<EnvVar> environment(Lab lab) {
        Database database = Database.of(lab);
        List<EnvVar> environment = new ArrayList<>();
        environment.add(
                Pods.env(
                        "GRETLAB_DB_POOLED_URL",
                        "r2dbc:postgresql://"
                                + lab.name(Part.PGBOUNCER)
                                + ":"
                                + Pooler.PORT
                                + "/"
                                + database.name()));
        environment.add(Pods.env("GRETLAB_DB_DIRECT_URL", database.r2dbcUrl()));
        environment.add(Pods.env("GRETLAB_DB_USER", database.role("api")));
        environment.add(Pods.env("GRETLAB_DB_PASSWORD_FILE", Pods.SECRETS + "/" + Credentials.API));
        environment.add(Pods.env("METRICS_TOKEN_FILE", Pods.SECRETS + "/" + Credentials.METRICS));
        environment.add(
                Pods.env("GRETLAB_STATE_TOKEN_FILE", Pods.SECRETS + "/" + Credentials.STATE));
        environment.add(Pods.env("GRETLAB_STATE_PORT", STATE_PORT));
        environment.add(Pods.env("GRETLAB_PORT", PORT));
        environment.add(Pods.env("GRETLAB_DRAIN_SECONDS", lab.spec().api().drainSeconds()));
        environment.add(Pods.env("GRETLAB_BOOTSTRAP_ADMIN", "admin"));
        environment.add(
                Pods.env(
                        "GRETLAB_BOOTSTRAP_ADMIN_PASSWORD_FILE",
                        Pods.SECRETS + "/" + Credentials.ADMIN));
        List<String> proxies = lab.spec().network().trustedProxies();
        if (proxies != null && !proxies.isEmpty()) {
            environment.add(Pods.env("GRETLAB_TRUSTED_PROXIES", String.join(",", proxies)));
        }
        return environment;
    }

    private static PodSpec pod(Lab lab) {
        ApiSpec wanted = lab.spec().api();
        return Pods.with(
                Pods.spec(lab, Part.API)
                        // its own drain, then the requests that it has begun
                        .withTerminationGracePeriodSeconds(wanted.drainSeconds() + 30L)
                        .withTopologySpreadConstraints(
                                Pods.spread(lab, Part.API, "kubernetes.io/hostname")),
                Pods.container(lab, Part.API, lab.image("api"))
                        .withEnv(environment(lab))
                        .addNewPort()
                        .withName("http")
                        .withContainerPort(PORT)
                        .withProtocol("TCP")
                        .endPort()
                        .addNewPort()
                        .withName("state")
                        .withContainerPort(STATE_PORT)
                        .withProtocol("TCP")
                        .endPort()
                        // health says no while it drains, but that must not kill it
                        .withReadinessProbe(Pods.http("/api/health", "http", 2, 2))
                        .withLivenessProbe(Pods.tcp("http", 10, 6))
                        .withStartupProbe(Pods.http("/api/health", "http", 1, 120))
                        .withResources(Pods.burstable(wanted.cpu(), wanted.memory()))
                        .withVolumeMounts(
                                Pods.mount("secrets", Pods.SECRETS, true),
                                Pods.mount("tmp", "/tmp", false))
                        .build(),
                Pods.secret(
                        "secrets",
                        lab.credentials(),
                        Credentials.API,
                        Credentials.METRICS,
                        Credentials.STATE,
                        Credentials.ADMIN),
                Pods.scratch("tmp", null));
    }

    private static HorizontalPodAutoscaler autoscaler(Lab lab) {
        ApiSpec wanted = lab.spec().api();
        return new HorizontalPodAutoscalerBuilder()
                .withMetadata(lab.owned(Part.API))
                .withNewSpec()
                .withNewScaleTargetRef()
                .withApiVersion("apps/v1")
                .withKind("Deployment")
                .withName(lab.name(Part.API))
                .endScaleTargetRef()
                .withMinReplicas(wanted.min())
                .withMaxReplicas(wanted.max())
                .addNewMetric()
                .withType("Resource")
                .withNewResource()
                .withName("cpu")
                .withNewTarget()
                .withType("Utilization")
                .withAverageUtilization(wanted.targetCpuPercent())
                .endTarget()
                .endResource()
                .endMetric()
                .endSpec()
                .build();
    }
}
