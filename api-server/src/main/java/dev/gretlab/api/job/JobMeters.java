/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Counts what this replica accepted and what became of it. Each job is counted by the replica that
 * took it, so that the sum over replicas is the number of jobs.
 */
@Component
class JobMeters {

    private static final int MOST_FOLLOWED = 20_000;

    private static final List<String> VERDICTS =
            List.of(
                    "accepted",
                    "wrong_answer",
                    "time_limit",
                    "memory_limit",
                    "output_limit",
                    "runtime_error",
                    "compile_error",
                    "system_error",
                    "cancelled");

    private final MeterRegistry registry;
    private final JobEvents events;

    JobMeters(MeterRegistry registry, JobEvents events) {
        this.registry = registry;
        this.events = events;
        // present from the start: a rate over them is 0 and not unknown, and the first of a kind is
        // an increase and not a beginning
        for (String kind : new String[] {"run", "submit", "contest_submit"}) {
            pressToVerdict(kind);
            shed(kind);
            VERDICTS.forEach(verdict -> jobs(kind, verdict));
        }
        limitRefused("jobs_in_flight");
        limitRefused("runs_per_minute");
    }

    void accepted(UUID id) {
        if (events.watchedJobs() < MOST_FOLLOWED) {
            events.watch(id).filter(JobStatus::isDone).next().subscribe(this::finished);
        }
    }

    void refused(String kind, String problem) {
        switch (problem) {
            case "queue-full" -> shed(kind).increment();
            case "jobs-in-flight-limit" -> limitRefused("jobs_in_flight").increment();
            case "runs-per-minute-limit" -> limitRefused("runs_per_minute").increment();
            default -> {
                // refused for what it is, not for how much there is
            }
        }
    }

    private void finished(JobStatus status) {
        jobs(status.kind(), String.valueOf(status.verdict())).increment();
        if (status.finishedAt() != null && !"cancelled".equals(status.verdict())) {
            pressToVerdict(status.kind())
                    .record(Duration.between(status.enqueuedAt(), status.finishedAt()));
        }
    }

    private Counter jobs(String kind, String verdict) {
        return registry.counter("gretlab.jobs", "kind", kind, "verdict", verdict);
    }

    private Timer pressToVerdict(String kind) {
        return Timer.builder("gretlab.press.to.verdict")
                .tag("kind", kind)
                .serviceLevelObjectives(
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(150),
                        Duration.ofMillis(200),
                        Duration.ofMillis(350),
                        Duration.ofMillis(500),
                        Duration.ofMillis(700),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(1500),
                        Duration.ofMillis(2500),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(120))
                .register(registry);
    }

    private Counter shed(String kind) {
        return registry.counter("gretlab.requests.shed", "kind", kind);
    }

    private Counter limitRefused(String limit) {
        return registry.counter("gretlab.limit.refused", "limit", limit);
    }
}
