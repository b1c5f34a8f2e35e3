/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.database.Notifications;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * Tells those who watch a job that it changed. Notifications only say which jobs to look at; what
 * is told comes from the rows, one query for all that changed together. Without notifications the
 * watched ones are looked at each second.
 */
@Component
class JobEvents implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(JobEvents.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Looks between two when notifications arrive. */
    private static final int RARELY = 5;

    private final Notifications notifications;
    private final JobStore jobs;
    private final ConcurrentHashMap<UUID, Set<FluxSink<JobStatus>>> watchers =
            new ConcurrentHashMap<>();
    private final Set<UUID> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile Disposable running = Disposables.disposed();

    JobEvents(Notifications notifications, JobStore jobs) {
        this.notifications = notifications;
        this.jobs = jobs;
    }

    /**
     * The job's rows from now on, each newer than the one before; ends after the last. Missing
     * steps are possible.
     */
    Flux<JobStatus> watch(UUID id) {
        return Flux.defer(() -> {
            AtomicLong told = new AtomicLong();
            return Flux.<JobStatus>create(
                            sink -> register(id, sink), FluxSink.OverflowStrategy.LATEST)
                    .filter(status ->
                            status.revision()
                                    > told.getAndUpdate(t -> Math.max(t, status.revision())))
                    .takeUntil(JobStatus::isDone);
        });
    }

    /** Looks at the job soon: for watchers that came after something they saw elsewhere. */
    void refresh(UUID id) {
        pending.add(id);
        look();
    }

    int watchedJobs() {
        return watchers.size();
    }

    private void register(UUID id, FluxSink<JobStatus> sink) {
        watchers.compute(
                id,
                (key, sinks) -> {
                    Set<FluxSink<JobStatus>> all =
                            sinks == null ? new CopyOnWriteArraySet<>() : sinks;
                    all.add(sink);
                    return all;
                });
        sink.onDispose(() ->
                watchers.computeIfPresent(
                        id,
                        (key, sinks) -> {
                            sinks.remove(sink);
                            return sinks.isEmpty() ? null : sinks;
                        }));
    }

    @Override
    public void start() {
        Disposable listening = notifications.listen("jobs_changed").subscribe(this::changed);
        Disposable ticking =
                Flux.interval(LOOK)
                        .onBackpressureDrop()
                        .filter(tick -> !notifications.connected() || tick % RARELY == 0)
                        .subscribe(tick -> lookAtAll());
        running = Disposables.composite(listening, ticking);
    }

    private void changed(String payload) {
        if (payload.isEmpty()) {
            lookAtAll();
            return;
        }
        Arrays.stream(payload.split(","))
                .filter(text -> text.length() == 36)
                .map(UUID::fromString)
                .filter(watchers::containsKey)
                .forEach(pending::add);
        look();
    }

    private void lookAtAll() {
        pending.addAll(watchers.keySet());
        look();
    }

    /** One query at a time; what comes meanwhile goes into the next one. */
    private void look() {
        if (pending.isEmpty() || !looking.compareAndSet(false, true)) {
            return;
        }
        UUID[] ids = pending.toArray(UUID[]::new);
        pending.removeAll(Set.of(ids));
        jobs.statuses(ids)
                .doFinally(end -> {
                    looking.set(false);
                    look();
                })
                .subscribe(
                        statuses -> statuses.forEach(this::tell),
                        error ->
                                LOG.debug(
                                        "looking at jobs failed: {}",
                                        error.getClass().getSimpleName()));
    }

    private void tell(JobStatus status) {
        watchers.getOrDefault(status.id(), Set.of()).forEach(sink -> sink.next(status));
    }

    /** Ends all streams: their clients come back, to another replica if there is one. */
    @Override
    public void stop() {
        running.dispose();
        watchers.values().forEach(sinks -> sinks.forEach(FluxSink::complete));
    }

    /**
     * After health has said so, before the listener waits for open requests: streams would never
     * end.
     */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE - 512;
    }

    @Override
    public boolean isRunning() {
        return !running.isDisposed();
    }
}
