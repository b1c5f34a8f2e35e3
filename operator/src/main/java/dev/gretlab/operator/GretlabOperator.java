/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.operator.model.OperatorSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's process. Configured by environment alone: GRETLAB_REGISTRY (where images come
 * from), GRETLAB_NAMESPACE (where it runs itself, which network policies of labs let in),
 * GRETLAB_HTTP_PORT (health and metrics, 8080), GRETLAB_LEASE_NAMESPACE (where operators agree on
 * who leads; without it this one is alone) and HOSTNAME (its name among them).
 */
public final class GretlabOperator {

    private static final Logger LOG = LoggerFactory.getLogger(GretlabOperator.class);

    private static final String REGISTRY = "registry.gretlab.dev";
    private static final Duration KINDS_VALIDITY = Duration.ofSeconds(30);

    /** Below the 30 s that Kubernetes gives a pod to end. */
    private static final Duration STOPPING = Duration.ofSeconds(20);

    private GretlabOperator() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> environment = System.getenv();
        AtomicBoolean stopping = new AtomicBoolean();
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        KubernetesClient client = new KubernetesClientBuilder().build();
        RunningOperator operator =
                new RunningOperator(
                        client,
                        new OperatorSettings(
                                environment.getOrDefault("GRETLAB_REGISTRY", REGISTRY),
                                environment.get("GRETLAB_NAMESPACE")),
                        metrics,
                        election(environment, stopping),
                        KINDS_VALIDITY,
                        StateWatch.Manner.inCluster());
        AtomicBoolean started = new AtomicBoolean();
        // one that waits to lead is healthy too, though its informers sleep
        Management.start(
                Integer.parseInt(environment.getOrDefault("GRETLAB_HTTP_PORT", "8080")),
                () -> !started.get() || operator.healthy(),
                () -> !stopping.get(),
                metrics);
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    stopping.set(true);
                                    stop(operator);
                                },
                                "shutdown"));
        operator.start();
        started.set(true);
        LOG.info("started");
    }

    /**
     * Who loses the lead without having been told to stop must go at once: the other one works
     * already. The SDK's own way to go is System.exit, also while the process is stopping, when it
     * would wait for its own shutdown hook.
     */
    private static @Nullable LeaderElectionConfiguration election(
            Map<String, String> environment, AtomicBoolean stopping) {
        String namespace = environment.get("GRETLAB_LEASE_NAMESPACE");
        if (namespace == null) {
            return null;
        }
        LeaderCallbacks callbacks =
                new LeaderCallbacks(
                        () -> LOG.info("leading"),
                        () -> {
                            if (!stopping.get()) {
                                LOG.error("the lead is lost");
                                Runtime.getRuntime().halt(1);
                            }
                        },
                        leader -> LOG.info("{} leads", leader));
        return new LeaderElectionConfiguration(
                GretlabReconciler.NAME,
                namespace,
                LeaderElectionConfiguration.LEASE_DURATION_DEFAULT_VALUE,
                LeaderElectionConfiguration.RENEW_DEADLINE_DEFAULT_VALUE,
                LeaderElectionConfiguration.RETRY_PERIOD_DEFAULT_VALUE,
                environment.getOrDefault("HOSTNAME", "operator"),
                callbacks,
                false);
    }

    /** On a thread of its own, so that a pass that hangs cannot keep the process. */
    private static void stop(RunningOperator operator) {
        Thread stop = Thread.ofPlatform().daemon().name("stop").start(operator::close);
        try {
            stop.join(STOPPING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(0);
    }
}
