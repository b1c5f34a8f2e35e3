/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.error.Problem;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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

    /** Streams that one person may have open at one replica. */
    private static final int MOST_OF_PERSON = 20;

    private final JobEvents events;
    private final JobStatuses statuses;
    private final AtomicInteger clients = new AtomicInteger();
    private final ConcurrentHashMap<UUID, Integer> clientsOf = new ConcurrentHashMap<>();

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
    Flux<ServerSentEvent<StatusView>> stream(UUID person, JobStatus first, @Nullable Long seen) {
        return Flux.defer(() -> {
            // counted first and looked at then, so that those who come together count
            int ofPerson = clientsOf.merge(person, 1, Integer::sum);
            int ofAll = clients.incrementAndGet();
            Flux<ServerSentEvent<StatusView>> stream =
                    ofPerson > MOST_OF_PERSON
                            ? Flux.error(
                                    tooMany(
                                            429,
                                            "You watch "
                                                    + MOST_OF_PERSON
                                                    + " programs already. Close a page, or ask for the status instead."))
                            : ofAll > MOST_CLIENTS
                                    ? Flux.error(
                                            tooMany(
                                                    503,
                                                    "Too many pages are watching. Ask for the status instead."))
                                    : events(first, seen);
            return stream.doFinally(end -> {
                clients.decrementAndGet();
                clientsOf.computeIfPresent(person, (key, count) -> count == 1 ? null : count - 1);
            });
        });
    }

    private static Exception tooMany(int status, String detail) {
        return Problem.of(status, "too-many-streams", detail)
                .after(Duration.ofSeconds(5))
                .exception();
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
