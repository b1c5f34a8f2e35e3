/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import dev.gretlab.api.setting.Limits;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The queue's functions and the hot rows. */
@Component
class JobStore {

    private static final String STATUS =
            """
            j.id, j.kind, j.state, j.phase, j.verdict, j.tests_done, j.tests_total, j.attempt, j.revision,
            j.enqueued_at, j.claimed_at, j.finished_at
            """;

    private final Database database;

    JobStore(Database database) {
        this.database = database;
    }

    /** A job to be enqueued; its limits are in force as they are. */
    record NewJob(
            UUID user,
            String kind,
            String language,
            SourceText source,
            SourceText stdin,
            @Nullable UUID problemVersion,
            @Nullable UUID contest,
            Limits limits,
            @Nullable String idempotencyKey,
            Sha256 requestHash) {}

    record Enqueued(UUID id, boolean replayed, long before) {}

    /** What became of a job that is judged again; {@code before}: queued jobs before it. */
    record Requeued(UUID id, String state, long before, Limits limits) {}

    record Released(UUID id, String outcome) {}

    Mono<Enqueued> enqueue(NewJob job) {
        DatabaseClient.GenericExecuteSpec call =
                database.sql(
                                """
                                select job_id, replayed, jobs_before from enqueue_job(:user, :kind, :language, :source, :stdin,
                                    :version, :contest, :cpu, :wall, :memory, :output, :key, :hash)
                                """)
                        .bind("user", job.user())
                        .bind("kind", job.kind())
                        .bind("language", job.language())
                        .bind("source", job.source().bytes())
                        .bind("stdin", job.stdin().bytes())
                        .bind("cpu", job.limits().cpuMs())
                        .bind("wall", job.limits().wallMs())
                        .bind("memory", job.limits().memoryMb())
                        .bind("output", job.limits().outputKb())
                        .bind("hash", job.requestHash().bytes());
        call = orNull(call, "version", job.problemVersion(), UUID.class);
        call = orNull(call, "contest", job.contest(), UUID.class);
        call = orNull(call, "key", job.idempotencyKey(), String.class);
        return Database.toTheEnd(
                call.map(
                                readable -> {
                                    Columns row = new Columns(readable);
                                    return new Enqueued(
                                            row.uuid("job_id"),
                                            row.flag("replayed"),
                                            row.number("jobs_before"));
                                })
                        .one());
    }

    /** Empty unless this person may see it. */
    Mono<JobStatus> status(JobPath path, UUID id, Caller caller) {
        JobScope scope = JobScope.readableBy(caller);
        return database.sql(
                        "select "
                                + STATUS
                                + " from jobs j where j.id = :id and "
                                + path.condition()
                                + " and "
                                + scope.condition("j"))
                .bindValues(scope.parameters())
                .bind("id", id)
                .map(readable -> status(new Columns(readable)))
                .one();
    }

    /** For watchers, each of whom was let in by {@link #status}. */
    Mono<List<JobStatus>> statuses(UUID[] ids) {
        return database.sql("select " + STATUS + " from jobs j where j.id = any (:ids)")
                .bind("ids", ids)
                .map(readable -> status(new Columns(readable)))
                .all()
                .collectList();
    }

    Mono<List<UUID>> queueOrder(int limit) {
        return database.sql("select job_id from queue_order(:limit)")
                .bind("limit", limit)
                .map(readable -> new Columns(readable).uuid("job_id"))
                .all()
                .collectList();
    }

    /** For an owner; staff pass null. Empty when there is no such job. */
    Mono<String> cancel(UUID id, @Nullable UUID owner) {
        return Database.toTheEnd(
                orNull(
                                database.sql(
                                                "select c from (select cancel_job(:id, :owner) as c) x where c is not null")
                                        .bind("id", id),
                                "owner",
                                owner,
                                UUID.class)
                        .map(readable -> new Columns(readable).text("c"))
                        .one());
    }

    /**
     * The job that is judged instead: a new one, or the one that was made before. Empty when there
     * is no such job for this person to decide about; JQ011 when its verdict stands.
     */
    Mono<UUID> retry(JobPath path, UUID id, Caller caller) {
        JobScope scope = JobScope.taughtBy(caller);
        return database.sql(
                        "select retry_job(j.id, :by) as retried from jobs j where j.id = :id and "
                                + path.condition()
                                + " and "
                                + scope.condition("j"))
                .bindValues(scope.parameters())
                .bind("by", caller.id())
                .bind("id", id)
                .map(readable -> new Columns(readable).uuid("retried"))
                .one();
    }

    /** How a job that a retry made stands in the queue. */
    Mono<Requeued> requeued(UUID id) {
        return database.sql(
                        """
                        select j.id, j.state, jobs_before(j.id) as before, s.cpu_ms, j.memory_mb, s.output_kb
                        from jobs j join job_sources s on s.job_id = j.id where j.id = :id
                        """)
                .bind("id", id)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Requeued(
                            row.uuid("id"),
                            row.text("state"),
                            row.number("before"),
                            new Limits(
                                    row.integer("cpu_ms"),
                                    row.integer("memory_mb"),
                                    row.integer("output_kb")));
                })
                .one();
    }

    Mono<Void> announceQueued() {
        return database.sql("select announce_queued()").then();
    }

    Mono<Void> announceChanged(UUID[] ids) {
        return database.sql("select announce_changed(:ids)").bind("ids", ids).then();
    }

    Mono<List<Released>> releaseExpired() {
        return Database.toTheEnd(
                database.sql("select job_id, outcome from release_expired_jobs()")
                        .map(readable -> {
                            Columns row = new Columns(readable);
                            return new Released(row.uuid("job_id"), row.text("outcome"));
                        })
                        .all()
                        .collectList());
    }

    Mono<Integer> pruneJobs(int limit) {
        return Database.toTheEnd(
                database.sql("select prune_jobs(:limit) as pruned")
                        .bind("limit", limit)
                        .map(readable -> new Columns(readable).integer("pruned"))
                        .one());
    }

    Mono<Void> pruneExpired() {
        return Database.toTheEnd(database.sql("select prune_expired()").then());
    }

    static <T> DatabaseClient.GenericExecuteSpec orNull(
            DatabaseClient.GenericExecuteSpec spec, String name, @Nullable T value, Class<T> type) {
        return value == null ? spec.bindNull(name, type) : spec.bind(name, value);
    }

    private static JobStatus status(Columns row) {
        return new JobStatus(
                row.uuid("id"),
                row.text("kind"),
                row.text("state"),
                row.text("phase"),
                row.textOrNull("verdict"),
                row.integer("tests_done"),
                row.integer("tests_total"),
                row.integer("attempt"),
                row.number("revision"),
                row.instant("enqueued_at"),
                row.instantOrNull("claimed_at"),
                row.instantOrNull("finished_at"));
    }
}
