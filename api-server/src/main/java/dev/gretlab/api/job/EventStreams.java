/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.error.Problem;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Status as server-sent events. */
@Component
class EventStreams {

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration POSITIONS = Duration.ofSeconds(1);
    private static final int MOST_CLIENTS = 5_000;

    private final JobEvents events;
    private final JobStatuses statuses;
    private final AtomicInteger clients = new AtomicInteger();

    EventStreams(JobEvents events, JobStatuses statuses, MeterRegistry registry) {
        this.events = events;
        this.statuses = statuses;
        registry.gauge("gretlab.sse.clients", clients);
    }

    private record Told(long revision, StatusView view) {

        boolean saysTheSame(Told other) {
            return revision == other.revision
                    && java.util.Objects.equals(view.position(), other.view.position());
        }
    }

    /**
     * From the state that the caller has just read until the verdict.
     *
     * @param seen the revision that the client has already, or null
     */
    Flux<ServerSentEvent<StatusView>> stream(JobStatus first, @Nullable Long seen) {
        if (clients.incrementAndGet() > MOST_CLIENTS) {
            clients.decrementAndGet();
            return Flux.error(
                    Problem.of(
                                    503,
                                    "too-many-streams",
                                    "Too many pages are watching. Ask for the status instead.")
                            .after(Duration.ofSeconds(5))
                            .exception());
        }
        return Flux.defer(() -> events(first, seen)).doFinally(end -> clients.decrementAndGet());
    }

    private Flux<ServerSentEvent<StatusView>> events(JobStatus first, @Nullable Long seen) {
        Flux<JobStatus> later =
                events.watch(first.id())
                        // what changed between the first look and the registration
                        .doOnSubscribe(subscription -> events.refresh(first.id()))
                        .filter(status -> status.revision() > first.revision());
        Flux<JobStatus> all = first.isDone() ? Flux.just(first) : later.startWith(first);
        Flux<ServerSentEvent<StatusView>> told =
                all.switchMap(this::views)
                        .distinctUntilChanged(t -> t, Told::saysTheSame)
                        // a client that comes back knows this much; the end is told again, so that
                        // it stops asking
                        .filter(t ->
                                seen == null
                                        || t.revision() != seen
                                        || t.view().state().equals("done"))
                        .map(EventStreams::event)
                        .takeUntil(event ->
                                event.data() != null && event.data().state().equals("done"));
        return told.publish(shared ->
                Flux.merge(
                        shared,
                        Flux.interval(HEARTBEAT)
                                .onBackpressureDrop()
                                .map(tick ->
                                        ServerSentEvent.<StatusView>builder()
                                                .comment("alive")
                                                .build())
                                .takeUntilOther(shared.ignoreElements())));
    }

    /** While it waits its place moves without the row changing. */
    private Flux<Told> views(JobStatus status) {
        Mono<Told> view = statuses.view(status).map(v -> new Told(status.revision(), v));
        return status.isQueued()
                ? Flux.interval(Duration.ZERO, POSITIONS)
                        .onBackpressureDrop()
                        .concatMap(tick -> view.onErrorResume(error -> Mono.empty()), 1)
                : view.flux();
    }

    private static ServerSentEvent<StatusView> event(Told told) {
        return ServerSentEvent.<StatusView>builder()
                .event("status")
                .id(Long.toString(told.revision()))
                .data(told.view())
                .build();
    }
}
