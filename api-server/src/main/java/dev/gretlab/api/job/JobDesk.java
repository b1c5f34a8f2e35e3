/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.setting.SettingStore;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What runs and submissions have in common once they are in the queue. */
@Component
class JobDesk {

    private final JobStore jobs;
    private final JobArchive archive;
    private final JobStatuses statuses;
    private final EventStreams streams;
    private final SettingStore settings;

    JobDesk(
            JobStore jobs,
            JobArchive archive,
            JobStatuses statuses,
            EventStreams streams,
            SettingStore settings) {
        this.jobs = jobs;
        this.archive = archive;
        this.statuses = statuses;
        this.streams = streams;
        this.settings = settings;
    }

    Mono<JobView> view(Caller caller, JobPath path, String id) {
        UUID job = JobPath.id(id);
        return settings.current()
                .flatMap(current -> archive.find(path, job, caller, current.number("attempts")))
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()));
    }

    Mono<StatusView> status(Caller caller, JobPath path, String id) {
        return statuses.find(caller, path, JobPath.id(id)).flatMap(statuses::view);
    }

    Flux<ServerSentEvent<StatusView>> events(
            Caller caller, JobPath path, String id, @Nullable String lastEventId) {
        Long seen =
                lastEventId != null && lastEventId.matches("[0-9]{1,18}")
                        ? Long.valueOf(lastEventId)
                        : null;
        return statuses.find(caller, path, JobPath.id(id))
                .flatMapMany(status -> streams.stream(caller.id(), status, seen));
    }

    /** A run is its owner's to end; a submission also the staff's. */
    Mono<Void> cancel(Caller caller, JobPath path, String id) {
        UUID job = JobPath.id(id);
        boolean byStaff =
                caller.isAdmin() || (path == JobPath.SUBMISSIONS && !caller.teaches().isEmpty());
        return statuses.find(caller, path, job)
                .flatMap(status -> jobs.cancel(job, byStaff ? null : caller.id()))
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()))
                .flatMap(before ->
                        before.equals("done")
                                ? Mono.empty()
                                : jobs.announceChanged(new UUID[] {job})
                                        .onErrorResume(error -> Mono.empty()));
    }
}
