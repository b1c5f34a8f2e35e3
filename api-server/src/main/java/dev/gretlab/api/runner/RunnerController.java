/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.runner;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import dev.gretlab.api.job.Announcer;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/runners")
class RunnerController {

    /** Verdicts in one transaction. */
    private static final int BATCH = 200;

    private static final int LONGEST_REASON = 500;

    private final RunnerStore runners;
    private final Idempotency idempotency;
    private final Announcer announcer;

    RunnerController(RunnerStore runners, Idempotency idempotency, Announcer announcer) {
        this.runners = runners;
        this.idempotency = idempotency;
        this.announcer = announcer;
    }

    record VoidRequest(@Nullable String reason) {}

    @GetMapping
    Mono<List<RunnerStore.RunnerView>> list(@AuthenticationPrincipal Caller caller) {
        caller.requireStaff();
        return runners.list();
    }

    /** Withdraws every verdict that this runner gave; submissions are judged again. */
    @PostMapping(value = "/{id}/void", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<ResponseEntity<RunnerStore.Voided>> withdraw(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String id,
            @RequestBody VoidRequest body,
            ServerHttpRequest request) {
        caller.requireAdmin();
        UUID runner = parsed(id);
        String reason = body.reason() == null ? "" : body.reason().strip();
        if (reason.isEmpty() || reason.length() > LONGEST_REASON) {
            throw Problem.of(
                            422,
                            "missing-reason",
                            "Say in 1 to "
                                    + LONGEST_REASON
                                    + " characters why the verdicts of this runner are withdrawn.")
                    .exception();
        }
        Mono<ResponseEntity<RunnerStore.Voided>> work =
                withdraw(runner, reason, caller)
                        .flatMap(voided -> known(runner, voided))
                        .map(voided -> ResponseEntity.accepted().body(voided));
        return idempotency.onceInSteps(caller, request, body, RunnerStore.Voided.class, work);
    }

    private Mono<RunnerStore.Voided> withdraw(UUID runner, String reason, Caller caller) {
        return step(runner, reason, caller, null)
                .expand(step ->
                        step.last() == null ? Mono.empty() : step(runner, reason, caller, step))
                .last()
                .map(RunnerStore.VoidStep::sum);
    }

    private Mono<RunnerStore.VoidStep> step(
            UUID runner, String reason, Caller caller, RunnerStore.@Nullable VoidStep before) {
        return runners.voidVerdicts(runner, reason, caller.id(), before, BATCH)
                // what it had in hand is queued again, too
                .doOnNext(step -> announcer.queued());
    }

    /** A runner that left long ago is forgotten, but not what it judged. */
    private Mono<RunnerStore.Voided> known(UUID runner, RunnerStore.Voided voided) {
        return voided.voided() > 0
                ? Mono.just(voided)
                : runners.exists(runner)
                        .flatMap(there ->
                                there
                                        ? Mono.just(voided)
                                        : Mono.error(Problem.notFound().exception()));
    }

    private static UUID parsed(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw Problem.notFound().exception();
        }
    }
}
