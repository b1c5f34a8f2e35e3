/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import dev.gretlab.api.problem.ProblemPage;
import dev.gretlab.api.problem.ProblemStore;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Staff see whether the example submissions of a problem get what its package claims. */
@RestController
@RequestMapping("/api/v1/problems/{slug}/examples")
class ExampleController {

    private final ProblemStore problems;
    private final ExampleStore examples;
    private final Idempotency idempotency;
    private final Announcer announcer;

    ExampleController(
            ProblemStore problems,
            ExampleStore examples,
            Idempotency idempotency,
            Announcer announcer) {
        this.problems = problems;
        this.examples = examples;
        this.idempotency = idempotency;
        this.announcer = announcer;
    }

    /**
     * The examples of the problem's current version.
     *
     * @param begun how many jobs this call has begun
     */
    record Judged(int begun, List<ExampleStore.Example> examples) {}

    @GetMapping
    Mono<Judged> list(@AuthenticationPrincipal Caller caller, @PathVariable String slug) {
        return taught(caller, slug)
                .flatMap(page -> examples.list(page.versionId()))
                .map(all -> new Judged(0, all));
    }

    /** Each becomes a job of the one who asks, unless it is in the queue already. */
    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<ResponseEntity<Judged>> judge(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String slug,
            ServerHttpRequest request) {
        Mono<ResponseEntity<Judged>> work =
                taught(caller, slug)
                        .flatMap(page ->
                                examples.judge(page.versionId(), caller)
                                        .flatMap(begun ->
                                                examples.list(page.versionId())
                                                        .map(all -> new Judged(begun, all))))
                        .map(judged -> ResponseEntity.accepted().body(judged));
        return idempotency
                .once(caller, request, "", Judged.class, work)
                .doOnNext(answer -> announcer.queued());
    }

    private Mono<ProblemPage> taught(Caller caller, String slug) {
        caller.requireStaff();
        return problems.find(caller, slug)
                .filter(page -> caller.teaches(page.courseId()))
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()));
    }
}
