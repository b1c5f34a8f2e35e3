/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.idempotency.IdempotencyKey;
import java.net.URI;
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
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/runs")
class RunController {

    private final Intake intake;
    private final JobDesk desk;
    private final Retries retries;

    RunController(Intake intake, JobDesk desk, Retries retries) {
        this.intake = intake;
        this.desk = desk;
        this.retries = retries;
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<ResponseEntity<JobRequests.Accepted>> run(
            @AuthenticationPrincipal Caller caller,
            @RequestBody JobRequests.RunRequest body,
            ServerHttpRequest request) {
        return intake.run(caller, body, IdempotencyKey.of(request))
                .map(accepted ->
                        ResponseEntity.accepted()
                                .location(URI.create(JobPath.RUNS.location(accepted.id())))
                                .body(accepted));
    }

    @GetMapping("/{id}")
    Mono<JobView> view(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return desk.view(caller, JobPath.RUNS, id);
    }

    @GetMapping("/{id}/status")
    Mono<StatusView> status(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return desk.status(caller, JobPath.RUNS, id);
    }

    @GetMapping(value = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<ServerSentEvent<StatusView>> events(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String id,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
        return desk.events(caller, JobPath.RUNS, id, lastEventId);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<Void> cancel(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return desk.cancel(caller, JobPath.RUNS, id);
    }

    @PostMapping("/{id}/retry")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<ResponseEntity<JobRequests.Accepted>> retry(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String id,
            ServerHttpRequest request) {
        return retries.retry(caller, JobPath.RUNS, id, request);
    }
}
