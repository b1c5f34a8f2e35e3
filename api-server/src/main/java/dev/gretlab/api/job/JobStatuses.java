/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.setting.SettingStore;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Makes the light answer: one row by key, and a place out of the last look at the queue. */
@Component
class JobStatuses {

    private final JobStore jobs;
    private final QueuePositions positions;
    private final SettingStore settings;
    private final Clock clock = Clock.systemUTC();

    JobStatuses(JobStore jobs, QueuePositions positions, SettingStore settings) {
        this.jobs = jobs;
        this.positions = positions;
        this.settings = settings;
    }

    /** Fails with 404 when it does not exist or is not for this person. */
    Mono<JobStatus> find(Caller caller, JobPath path, UUID id) {
        return jobs.status(path, id, caller)
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()));
    }

    Mono<StatusView> view(JobStatus status) {
        return settings.current()
                .map(current -> Math.max(0, current.number("attempts") - status.attempt()))
                .flatMap(attemptsLeft ->
                        status.isQueued()
                                ? positions
                                        .of(status.id())
                                        .map(position -> queued(status, position, attemptsLeft))
                                : Mono.just(begun(status, attemptsLeft)));
    }

    private StatusView begun(JobStatus status, int attemptsLeft) {
        double random = ThreadLocalRandom.current().nextDouble();
        long ageMs =
                status.claimedAt() == null
                        ? 0
                        : Duration.between(status.claimedAt(), clock.instant()).toMillis();
        return new StatusView(
                status.id(),
                status.state(),
                status.phase(),
                status.verdict(),
                null,
                status.testsDone(),
                status.testsTotal(),
                Pace.running(ageMs, random),
                status.attempt(),
                attemptsLeft,
                status.lastAttemptFailed());
    }

    private static StatusView queued(JobStatus status, int position, int attemptsLeft) {
        return new StatusView(
                status.id(),
                status.state(),
                status.phase(),
                null,
                position,
                null,
                null,
                Pace.queued(position - 1L, ThreadLocalRandom.current().nextDouble()),
                status.attempt(),
                attemptsLeft,
                status.lastAttemptFailed());
    }
}
