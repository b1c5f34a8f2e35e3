/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.operator.model.OperatorSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The operator's SDK with our one reconciler, set up as it is in the cluster. */
final class RunningOperator implements AutoCloseable {

    /** The SDK's own is ten hours, in which nobody would notice an informer that fell silent. */
    private static final Duration AT_LEAST_EVERY = Duration.ofMinutes(5);

    private static final Duration STOPPING = Duration.ofSeconds(10);
    private static final int THREADS = 16;

    private final Operator operator;
    private final StateWatch states;

    /**
     * @param election null when no other operator can be there
     * @param kindsValidity how long the API server's word is believed that a kind is known, or not
     * @param asking how labs are asked for their state
     */
    RunningOperator(
            KubernetesClient client,
            OperatorSettings settings,
            MeterRegistry metrics,
            @Nullable LeaderElectionConfiguration election,
            Duration kindsValidity,
            StateWatch.Manner asking) {
        states = new StateWatch(asking, InstantSource.system());
        operator =
                new Operator(configuration -> {
                    configuration
                            .withKubernetesClient(client)
                            .withCloseClientOnStop(false)
                            .withConcurrentReconciliationThreads(THREADS)
                            .withReconciliationTerminationTimeout(STOPPING)
                            .withMetrics(MicrometerMetrics.withoutPerResourceMetrics(metrics));
                    if (election != null) {
                        configuration.withLeaderElectionConfiguration(election);
                    }
                });
        operator.register(
                new GretlabReconciler(
                        settings,
                        new Kinds(client, InstantSource.system(), kindsValidity),
                        client,
                        states,
                        asking.patience(),
                        InstantSource.system()),
                configuration ->
                        configuration
                                // the pause is an annotation, which changes no generation; our own
                                // status must not wake us
                                .withGenerationAware(false)
                                .withOnUpdateFilter(RunningOperator::somebodyElseChanged)
                                // without an end: the SDK's own gives up after five
                                .withRetry(
                                        new GenericRetry()
                                                .setInitialInterval(1000)
                                                .setIntervalMultiplier(1.5)
                                                .setMaxInterval(30_000)
                                                .withoutMaxAttempts())
                                .withReconciliationMaxInterval(AT_LEAST_EVERY));
    }

    void start() {
        operator.start();
    }

    /** Started, and every informer sees the API server. */
    boolean healthy() {
        return operator.getRuntimeInfo().isStarted()
                && operator.getRuntimeInfo().allEventSourcesAreHealthy();
    }

    @Override
    public void close() {
        operator.stop();
        states.close();
    }

    private static boolean somebodyElseChanged(Gretlab now, Gretlab before) {
        return !Objects.equals(
                        now.getMetadata().getGeneration(), before.getMetadata().getGeneration())
                || !Objects.equals(
                        now.getMetadata().getAnnotations(), before.getMetadata().getAnnotations())
                || !Objects.equals(
                        now.getMetadata().getFinalizers(), before.getMetadata().getFinalizers())
                || !Objects.equals(
                        now.getMetadata().getDeletionTimestamp(),
                        before.getMetadata().getDeletionTimestamp());
    }
}
