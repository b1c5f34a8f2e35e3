/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gretlab.api.access.Caller;
import dev.gretlab.api.idempotency.IdempotencyKey;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/submissions")
class SubmissionController {

    private final Intake intake;
    private final JobDesk desk;
    private final Retries retries;
    private final JobArchive archive;

    SubmissionController(Intake intake, JobDesk desk, Retries retries, JobArchive archive) {
        this.intake = intake;
        this.desk = desk;
        this.retries = retries;
        this.archive = archive;
    }

    record Page(
            List<JobArchive.ListedSubmission> items,
            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable UUID next) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<ResponseEntity<JobRequests.Accepted>> submit(
            @AuthenticationPrincipal Caller caller,
            @RequestBody JobRequests.SubmitRequest body,
            ServerHttpRequest request) {
        return intake.submit(caller, body, IdempotencyKey.of(request))
                .map(accepted ->
                        ResponseEntity.accepted()
                                .location(URI.create(JobPath.SUBMISSIONS.location(accepted.id())))
                                .body(accepted));
    }

    /** Newest first; the next page begins before the id in {@code next}. */
    @GetMapping
    Mono<Page> list(
            @AuthenticationPrincipal Caller caller,
            @RequestParam(required = false) @Nullable String problem,
            @RequestParam(required = false) @Nullable String contest,
            @RequestParam(required = false) @Nullable String user,
            @RequestParam(required = false) @Nullable String before,
            @RequestParam(defaultValue = "50") int limit) {
        Paging paging = Paging.of(before, limit);
        return archive.list(caller, new JobArchive.Filter(problem, contest, user, paging))
                .map(fetched ->
                        new Page(
                                paging.shown(fetched),
                                paging.next(fetched, JobArchive.ListedSubmission::id)));
    }

    @GetMapping("/{id}")
    Mono<JobView> view(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return desk.view(caller, JobPath.SUBMISSIONS, id);
    }

    @GetMapping("/{id}/status")
    Mono<StatusView> status(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return desk.status(caller, JobPath.SUBMISSIONS, id);
    }

    @GetMapping(value = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<StatusView>> events(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String id,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
        return desk.events(caller, JobPath.SUBMISSIONS, id, lastEventId);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<Void> cancel(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return desk.cancel(caller, JobPath.SUBMISSIONS, id);
    }

    @PostMapping("/{id}/retry")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<ResponseEntity<JobRequests.Accepted>> retry(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String id,
            ServerHttpRequest request) {
        return retries.retry(caller, JobPath.SUBMISSIONS, id, request);
    }
}
