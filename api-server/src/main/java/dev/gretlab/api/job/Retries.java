/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Staff have a job judged again that failed by our fault or whose verdict was withdrawn. */
@Component
class Retries {

    private final JobStore jobs;
    private final Idempotency idempotency;
    private final Announcer announcer;

    Retries(JobStore jobs, Idempotency idempotency, Announcer announcer) {
        this.jobs = jobs;
        this.idempotency = idempotency;
        this.announcer = announcer;
    }

    /** Answers with the new job as a press does; asked again, with the same one. */
    Mono<ResponseEntity<JobRequests.Accepted>> retry(
            Caller caller, JobPath path, String id, ServerHttpRequest request) {
        caller.requireStaff();
        UUID job = JobPath.id(id);
        Mono<ResponseEntity<JobRequests.Accepted>> work =
                jobs.retry(path, job, caller)
                        .flatMap(jobs::requeued)
                        .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()))
                        .map(requeued ->
                                ResponseEntity.accepted()
                                        .location(URI.create(path.location(requeued.id())))
                                        .body(accepted(requeued)));
        return idempotency
                .once(caller, request, "", JobRequests.Accepted.class, work)
                .doOnNext(answer -> announcer.queued());
    }

    private static JobRequests.Accepted accepted(JobStore.Requeued job) {
        double random = ThreadLocalRandom.current().nextDouble();
        return job.state().equals("queued")
                ? new JobRequests.Accepted(
                        job.id(),
                        job.state(),
                        (int) job.before() + 1,
                        Pace.queued(job.before(), random),
                        job.limits())
                : new JobRequests.Accepted(
                        job.id(), job.state(), null, Pace.running(0, random), job.limits());
    }
}
