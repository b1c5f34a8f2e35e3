/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What this runner counts. No label ever names a student, a problem or a job. */
public final class RunnerMetrics {

    /** How an attempt ended. */
    enum Outcome {
        VERDICT,
        JUDGE_FAILED,
        GIVEN_BACK,
        LEASE_LOST
    }

    private static final Duration[] WAIT_BOUNDS = {
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60),
        Duration.ofSeconds(300)
    };

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Outcome, Counter> attempts = new EnumMap<>(Outcome.class);
    private final Map<String, Timer> waits = new ConcurrentHashMap<>();

    /** None until the runner has registered. */
    private volatile IntSupplier busy = () -> 0;

    private volatile IntSupplier free = () -> 0;
    private final Counter refused;
    private final Counter lapsed;
    private final Counter jailRestarts;

    RunnerMetrics() {
        for (Outcome outcome : Outcome.values()) {
            attempts.put(
                    outcome,
                    Counter.builder("gretlab.job.attempts")
                            .description("Attempts at jobs that ended on this runner")
                            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        refused =
                Counter.builder("gretlab.results.refused")
                        .description("Results that came after their lease was lost")
                        .register(registry);
        lapsed =
                Counter.builder("gretlab.leases.lapsed")
                        .description("Leases, of any runner, that this one found lapsed")
                        .register(registry);
        jailRestarts =
                Counter.builder("gretlab.jail.restarts")
                        .description("Jail servers that had to be started anew")
                        .register(registry);
        // present from the start, so that a rate over them is 0 and not unknown
        for (String kind : new String[] {"run", "submit", "contest_submit"}) {
            timer(kind);
        }
        slots("busy", () -> busy.getAsInt());
        slots("free", () -> free.getAsInt());
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
    }

    void slots(IntSupplier busy, IntSupplier free) {
        this.busy = busy;
        this.free = free;
    }

    private void slots(String state, Supplier<Number> count) {
        Gauge.builder("gretlab.runner.slots", count)
                .description("Slots of this runner")
                .tag("state", state)
                .register(registry);
    }

    void ended(Outcome outcome) {
        Counter counter = attempts.get(outcome);
        if (counter != null) {
            counter.increment();
        }
    }

    void refused() {
        refused.increment();
    }

    void lapsed(int count) {
        lapsed.increment(count);
    }

    void jailRestarted() {
        jailRestarts.increment();
    }

    void waited(String kind, Duration wait) {
        timer(kind).record(wait);
    }

    private Timer timer(String kind) {
        return waits.computeIfAbsent(
                kind,
                key ->
                        Timer.builder("gretlab.job.wait")
                                .description("From the enqueueing of a job to its first claim")
                                .tag("kind", key)
                                .serviceLevelObjectives(WAIT_BOUNDS)
                                .register(registry));
    }

    /** All of it in the text format of Prometheus. */
    public String scrape() {
        return registry.scrape();
    }
}
