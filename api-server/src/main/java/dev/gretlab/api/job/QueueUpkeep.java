/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.setting.SettingStore;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.util.repeat.RepeatSpec;

/**
 * Sweeps lapsed leases and deletes what is too old. Every replica does; the database lets one at a
 * time.
 */
@Component
class QueueUpkeep implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(QueueUpkeep.class);
    private static final int BATCH = 500;
    private static final Duration DEFAULT_SWEEP = Duration.ofSeconds(5);

    private final JobStore jobs;
    private final SettingStore settings;
    private final Announcer announcer;
    private volatile Disposable running = Disposables.disposed();

    QueueUpkeep(JobStore jobs, SettingStore settings, Announcer announcer) {
        this.jobs = jobs;
        this.settings = settings;
        this.announcer = announcer;
    }

    @Override
    public void start() {
        running =
                Disposables.composite(
                        Mono.defer(this::pause)
                                .flatMap(Mono::delay)
                                .then(quietly("sweeping", Mono.defer(this::sweep)))
                                .repeat()
                                .subscribe(),
                        // replicas that started together do not prune together
                        Mono.delay(Duration.ofMinutes(1 + ThreadLocalRandom.current().nextInt(10)))
                                .then(
                                        quietly("pruning", Mono.defer(this::prune))
                                                .repeatWhen(
                                                        RepeatSpec.times(Long.MAX_VALUE)
                                                                .withFixedDelay(
                                                                        Duration.ofHours(1)))
                                                .then())
                                .subscribe());
    }

    private Mono<Duration> pause() {
        return settings.current()
                .map(current -> Duration.ofSeconds(current.number("sweep_s")))
                .onErrorReturn(DEFAULT_SWEEP);
    }

    private Mono<Void> sweep() {
        return jobs.releaseExpired()
                .filter(released -> !released.isEmpty())
                .flatMap(released -> {
                    LOG.info("{} lapsed leases released", released.size());
                    announcer.queued();
                    // as many as one notification holds; watchers of the others look on their own
                    return jobs.announceChanged(
                            released.stream()
                                    .limit(200)
                                    .map(JobStore.Released::id)
                                    .toArray(UUID[]::new));
                });
    }

    /** In batches, so that no transaction is long. */
    private Mono<Void> prune() {
        return jobs.pruneJobs(BATCH)
                .expand(count -> count < BATCH ? Mono.empty() : jobs.pruneJobs(BATCH))
                .then(jobs.pruneExpired());
    }

    private static Mono<Void> quietly(String what, Mono<Void> work) {
        return work.onErrorResume(error -> {
            LOG.debug("{} failed: {}", what, error.getClass().getSimpleName());
            return Mono.empty();
        });
    }

    @Override
    public void stop() {
        running.dispose();
    }

    @Override
    public boolean isRunning() {
        return !running.isDisposed();
    }
}
