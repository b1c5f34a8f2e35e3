/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.PlacementSpec;
import dev.gretlab.crd.RunnersSpec;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The pods that run students' programs. */
final class Runners {

    static final int PORT = 9090;

    /** What the agent itself needs of the pod's memory, in MiB; all the rest is for jobs. */
    static final int AGENT_MB = 768;

    /** Time to give back what was not finished and to say goodbye, beyond that for finishing. */
    private static final int GOODBYE_SECONDS = 30;

    private Runners() {}

    /**
     * @param secrets what changes when a password does
     */
    static List<HasMetadata> objects(Lab lab, String secrets) {
        return List.of(
                Workloads.headless(
                        lab,
                        Part.RUNNERS,
                        lab.name(Part.RUNNERS),
                        Workloads.port("http", PORT, "http")),
                Workloads.deployment(
                        lab,
                        Part.RUNNERS,
                        null,
                        Pods.template(lab, Part.RUNNERS, pod(lab), secrets)),
                Workloads.budget(lab, Part.RUNNERS));
    }

    /** What programs may have of a pod of so much memory, as the resource writes it. */
    static int jobsMemoryMb(String memory) {
        int number = Integer.parseInt(memory.substring(0, memory.length() - 2));
        int whole = memory.endsWith("Gi") ? 1024 * number : number;
        // a pod that is too small for the agent is still told a number that the agent takes
        return Math.max(64, whole - AGENT_MB);
    }

    private static List<EnvVar> environment(Lab lab) {
        Database database = Database.of(lab);
        RunnersSpec wanted = lab.spec().runners();
        List<EnvVar> environment = new ArrayList<>();
        environment.add(Pods.env("GRETLAB_DB_URL", database.jdbcUrl()));
        environment.add(Pods.env("GRETLAB_DB_USER", database.role("runner")));
        environment.add(
                Pods.env("GRETLAB_DB_PASSWORD_FILE", Pods.SECRETS + "/" + Credentials.RUNNER));
        environment.add(Pods.env("METRICS_TOKEN_FILE", Pods.SECRETS + "/" + Credentials.METRICS));
        environment.add(Pods.env("GRETLAB_JAIL", "/opt/gretlab/gretlab-jail"));
        environment.add(Pods.env("GRETLAB_LANGUAGES", "/opt/gretlab/languages.yaml"));
        environment.add(Pods.env("GRETLAB_WORK_DIR", "/work"));
        environment.add(Pods.env("GRETLAB_HTTP_PORT", PORT));
        // outside of a sandbox the agent would see the memory of the whole node
        environment.add(Pods.env("GRETLAB_MEMORY_MB", jobsMemoryMb(wanted.memory())));
        Integer slots = wanted.slots();
        if (slots != null) {
            environment.add(Pods.env("GRETLAB_SLOTS", slots));
        }
        // in a sandbox the JVM sees more processors than the pod may use
        environment.add(Pods.env("JDK_JAVA_OPTIONS", "-XX:ActiveProcessorCount=" + wanted.cpu()));
        return environment;
    }

    private static PodSpec pod(Lab lab) {
        RunnersSpec wanted = lab.spec().runners();
        PlacementSpec placement = wanted.placement();
        PodSpecBuilder pod =
                Pods.spec(lab, Part.RUNNERS)
                        .withTerminationGracePeriodSeconds(
                                (long) wanted.drainSeconds() + GOODBYE_SECONDS)
                        .withNodeSelector(placement.nodeSelector())
                        .withTolerations(tolerations(placement))
                        .withTopologySpreadConstraints(
                                placement.spreadOver().stream()
                                        .map(label -> Pods.spread(lab, Part.RUNNERS, label))
                                        .toList());
        if (!wanted.runtimeClassName().isEmpty()) {
            pod.withRuntimeClassName(wanted.runtimeClassName());
        }
        return Pods.with(
                pod,
                Pods.container(
                                lab,
                                Part.RUNNERS,
                                Objects.requireNonNullElseGet(
                                        wanted.image(), () -> lab.image("runner")))
                        .withEnv(environment(lab))
                        .addNewPort()
                        .withName("http")
                        .withContainerPort(PORT)
                        .withProtocol("TCP")
                        .endPort()
                        .withReadinessProbe(Pods.http("/readyz", "http", 5, 2))
                        .withLivenessProbe(Pods.http("/healthz", "http", 10, 6))
                        .withStartupProbe(Pods.http("/healthz", "http", 2, 90))
                        .withResources(
                                wanted.sharedCores()
                                        ? Pods.shared(wanted.cpu(), wanted.memory())
                                        : Pods.guaranteed(wanted.cpu(), wanted.memory()))
                        .withVolumeMounts(
                                Pods.mount("secrets", Pods.SECRETS, true),
                                Pods.mount("work", "/work", false),
                                Pods.mount("tmp", "/tmp", false))
                        .build(),
                Pods.secret("secrets", lab.credentials(), Credentials.RUNNER, Credentials.METRICS),
                Pods.scratch("work", "4Gi"),
                Pods.scratch("tmp", "1Gi"));
    }

    private static List<Toleration> tolerations(PlacementSpec placement) {
        return Objects.requireNonNullElse(
                        placement.tolerations(), List.<PlacementSpec.TolerationSpec>of())
                .stream()
                .map(wanted -> {
                    PlacementSpec.Effect effect = wanted.effect();
                    return new TolerationBuilder()
                            .withKey(wanted.key())
                            .withOperator(wanted.value() == null ? "Exists" : "Equal")
                            .withValue(wanted.value())
                            .withEffect(effect == null ? null : effect.effect())
                            .build();
                })
                .toList();
    }
}
