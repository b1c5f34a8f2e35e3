/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** What the judge failed at, for staff. */
@Component
class SystemErrorArchive {

    private final Database database;

    SystemErrorArchive(Database database) {
        this.database = database;
    }

    /** Without what the student wrote: it is not needed to find what broke. */
    record SystemError(
            UUID id,
            String kind,
            String language,
            @Nullable String problem,
            @Nullable String problemName,
            String username,
            Instant createdAt,
            Instant finishedAt,
            @Nullable String reason,
            List<FailedAttempt> attempts,
            @Nullable UUID retriedAs) {}

    /** An attempt without a verdict; the runner is unknown when it was not heard of for long. */
    record FailedAttempt(
            int attempt,
            String outcome,
            @Nullable String reason,
            @Nullable String runnerName,
            Instant endedAt) {}

    private record AttemptOf(UUID job, FailedAttempt attempt) {}

    /** Of the courses that this person teaches; see {@link JobScope}. */
    Mono<List<SystemError>> list(Caller caller, Paging paging) {
        JobScope scope = JobScope.taughtBy(caller);
        DatabaseClient.GenericExecuteSpec query =
                database.sql(
                                """
                                select j.id, j.kind, j.language, p.slug, v.name as problem_name, u.username, j.enqueued_at, j.finished_at,
                                    r.staff_message,
                                    (select n.id from jobs n where n.retry_of = j.id order by n.enqueued_at desc, n.id desc limit 1)
                                        as retried_as
                                from jobs j
                                join users u on u.id = j.user_id
                                left join problem_versions v on v.id = j.problem_version_id
                                left join problems p on p.id = v.problem_id
                                left join job_results r on r.job_id = j.id
                                where j.verdict = 'system_error' and
                                """
                                        + scope.condition("j")
                                        + (paging.before() == null
                                                ? ""
                                                : " and (j.finished_at, j.id) < (select b.finished_at, b.id from jobs b where b.id = :before)")
                                        + " order by j.finished_at desc, j.id desc limit :limit")
                        .bindValues(scope.parameters())
                        .bind("limit", paging.fetched());
        UUID before = paging.before();
        return (before == null ? query : query.bind("before", before))
                .map(readable -> error(new Columns(readable)))
                .all()
                .collectList()
                .flatMap(errors ->
                        attempts(errors.stream().map(SystemError::id).toArray(UUID[]::new))
                                .map(attempts ->
                                        errors.stream()
                                                .map(error -> withAttempts(error, attempts))
                                                .toList()));
    }

    private Mono<Map<UUID, List<FailedAttempt>>> attempts(UUID[] jobs) {
        return database.sql(
                        """
                        select a.job_id, a.attempt, a.outcome, a.reason, a.ended_at, r.name as runner_name
                        from job_attempts a left join runners r on r.id = a.runner_id
                        where a.job_id = any (:jobs) order by a.id
                        """)
                .bind("jobs", jobs)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new AttemptOf(
                            row.uuid("job_id"),
                            new FailedAttempt(
                                    row.integer("attempt"),
                                    row.text("outcome"),
                                    row.textOrNull("reason"),
                                    row.textOrNull("runner_name"),
                                    row.instant("ended_at")));
                })
                .all()
                .collect(
                        Collectors.groupingBy(
                                AttemptOf::job,
                                Collectors.mapping(AttemptOf::attempt, Collectors.toList())));
    }

    private static SystemError error(Columns row) {
        return new SystemError(
                row.uuid("id"),
                row.text("kind"),
                row.text("language"),
                row.textOrNull("slug"),
                row.textOrNull("problem_name"),
                row.text("username"),
                row.instant("enqueued_at"),
                row.instant("finished_at"),
                row.textOrNull("staff_message"),
                List.of(),
                row.uuidOrNull("retried_as"));
    }

    private static SystemError withAttempts(
            SystemError error, Map<UUID, List<FailedAttempt>> attempts) {
        return new SystemError(
                error.id(),
                error.kind(),
                error.language(),
                error.problem(),
                error.problemName(),
                error.username(),
                error.createdAt(),
                error.finishedAt(),
                error.reason(),
                attempts.getOrDefault(error.id(), List.of()),
                error.retriedAs());
    }
}
