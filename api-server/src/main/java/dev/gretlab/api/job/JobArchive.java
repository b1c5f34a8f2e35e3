/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import dev.gretlab.api.setting.Limits;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Reads whole jobs, and lists of them. */
@Component
class JobArchive {

    private final Database database;

    JobArchive(Database database) {
        this.database = database;
    }

    record ListedSubmission(
            UUID id,
            String problem,
            String problemName,
            String language,
            String state,
            @Nullable String verdict,
            @Nullable BigDecimal score,
            @Nullable BigDecimal maxScore,
            Instant createdAt,
            @Nullable Integer cpuMs,
            @Nullable Long memoryKb,
            String username,
            boolean voided,
            @Nullable UUID retryOf) {}

    /** What to list; null is everything. */
    record Filter(
            @Nullable String problem,
            @Nullable String contest,
            @Nullable String user,
            Paging paging) {}

    private record Access(@Nullable UUID course, @Nullable UUID version) {}

    /** Empty unless this person may see it. */
    Mono<JobView> find(JobPath path, UUID id, Caller caller, int attempts) {
        JobScope scope = JobScope.readableBy(caller);
        return access(path, id, scope)
                .flatMap(access -> {
                    UUID course = access.course();
                    UUID version = access.version();
                    boolean asStaff =
                            caller.isAdmin() || (course != null && caller.teaches(course));
                    return path == JobPath.RUNS || version == null
                            ? view(id, scope, null, List.of(), asStaff, attempts)
                            : tests(id, scope, version, asStaff)
                                    .zipWith(groups(id, scope, asStaff))
                                    .flatMap(both ->
                                            view(
                                                    id,
                                                    scope,
                                                    both.getT1(),
                                                    both.getT2(),
                                                    asStaff,
                                                    attempts));
                });
    }

    private Mono<Access> access(JobPath path, UUID id, JobScope scope) {
        return database.sql(
                        """
                        select j.problem_version_id, p.course_id from jobs j
                        left join problem_versions v on v.id = j.problem_version_id
                        left join problems p on p.id = v.problem_id
                        where j.id = :id and
                        """
                                + path.condition()
                                + " and "
                                + scope.condition("j"))
                .bindValues(scope.parameters())
                .bind("id", id)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Access(
                            row.uuidOrNull("course_id"), row.uuidOrNull("problem_version_id"));
                })
                .one();
    }

    private Mono<JobView> view(
            UUID id,
            JobScope scope,
            @Nullable List<JobView.TestView> tests,
            List<JobView.GroupView> groups,
            boolean asStaff,
            int attempts) {
        return database.sql(
                        """
                        select j.id, j.kind, j.state, j.phase, j.verdict, j.language, j.memory_mb, j.attempt, j.tests_done,
                            j.tests_total, j.enqueued_at, j.finished_at, p.slug, v.name as problem_name,
                            u.username, s.source, s.cpu_ms as limit_cpu_ms, s.output_kb,
                            r.exit_code, r.signal, r.stopped_by, r.cpu_ms, r.wall_ms, r.memory_kb, trim_scale(r.score) as score,
                            trim_scale((v.grading ->> 'maxScore')::numeric) as max_score,
                            r.stdout, r.stdout_truncated, r.stderr, r.stderr_truncated, r.compile_output, r.message, r.staff_message,
                            j.retry_of, j.voided_at is not null as voided,
                            (select n.id from jobs n where n.retry_of = j.id order by n.enqueued_at desc, n.id desc limit 1)
                                as retried_as
                        from jobs j
                        join users u on u.id = j.user_id
                        join job_sources s on s.job_id = j.id
                        left join problem_versions v on v.id = j.problem_version_id
                        left join problems p on p.id = v.problem_id
                        left join job_results r on r.job_id = j.id
                        where j.id = :id and
                        """
                                + scope.condition("j"))
                .bindValues(scope.parameters())
                .bind("id", id)
                .map(readable -> view(new Columns(readable), tests, groups, asStaff, attempts))
                .one();
    }

    Mono<List<ListedSubmission>> list(Caller caller, Filter filter) {
        List<String> conditions = new ArrayList<>(List.of("j.kind <> 'run'"));
        if (!caller.isAdmin()) {
            conditions.add(
                    caller.teaches().isEmpty()
                            ? "j.user_id = :me"
                            : "(j.user_id = :me or p.course_id = any (:taught))");
        }
        if (filter.problem() != null) {
            conditions.add("p.slug = :problem");
        }
        if (filter.contest() != null) {
            conditions.add("j.contest_id = (select c.id from contests c where c.slug = :contest)");
        }
        if (filter.user() != null) {
            conditions.add("u.username = :user");
        }
        JobScope scope = JobScope.readableBy(caller);
        UUID before = filter.paging().before();
        if (before != null) {
            conditions.add(
                    "(j.enqueued_at, j.id) < (select b.enqueued_at, b.id from jobs b where b.id = :before and "
                            + scope.condition("b")
                            + ")");
        }
        DatabaseClient.GenericExecuteSpec query =
                database.sql(
                                """
                                select j.id, p.slug, v.name, j.language, j.state, j.verdict, j.enqueued_at, u.username,
                                    trim_scale(r.score) as score, trim_scale((v.grading ->> 'maxScore')::numeric) as max_score,
                                    r.cpu_ms, r.memory_kb,
                                    j.voided_at is not null as voided, j.retry_of
                                from jobs j
                                join users u on u.id = j.user_id
                                join problem_versions v on v.id = j.problem_version_id
                                join problems p on p.id = v.problem_id
                                left join job_results r on r.job_id = j.id
                                where
                                """
                                        + String.join(" and ", conditions)
                                        + " order by j.enqueued_at desc, j.id desc limit :limit")
                        .bind("limit", filter.paging().fetched())
                        // the same names as above
                        .bindValues(scope.parameters());
        query = bindIfThere(query, "problem", filter.problem());
        query = bindIfThere(query, "contest", filter.contest());
        query = bindIfThere(query, "user", filter.user());
        query = bindIfThere(query, "before", before);
        return query.map(
                        readable -> {
                            Columns row = new Columns(readable);
                            return new ListedSubmission(
                                    row.uuid("id"),
                                    row.text("slug"),
                                    row.text("name"),
                                    row.text("language"),
                                    row.text("state"),
                                    row.textOrNull("verdict"),
                                    row.exactOrNull("score"),
                                    row.exactOrNull("max_score"),
                                    row.instant("enqueued_at"),
                                    row.integerOrNull("cpu_ms"),
                                    row.numberOrNull("memory_kb"),
                                    row.text("username"),
                                    row.flag("voided"),
                                    row.uuidOrNull("retry_of"));
                        })
                .all()
                .collectList();
    }

    private static DatabaseClient.GenericExecuteSpec bindIfThere(
            DatabaseClient.GenericExecuteSpec query, String name, @Nullable Object value) {
        return value == null ? query : query.bind(name, value);
    }

    private Mono<List<JobView.TestView>> tests(
            UUID job, JobScope scope, UUID version, boolean asStaff) {
        // of a sample that a conversation is shown for, input and answer are the validator's own;
        // one byte more than is shown, so that a cut is noticed; where students see no groups, a
        // test is of the samples or of the hidden ones
        return database.sql(
                        """
                        select t.number, t.visible,
                            case when :staff or coalesce(g.shown, true) then t.group_name
                                else split_part(t.group_name, '/', 1) end as group_name, t.verdict, t.cpu_ms, t.memory_kb, t.exit_code, t.signal, t.message,
                            t.staff_message, t.stdout_truncated, trim_scale(t.score) as score,
                            substring(t.stdout for 65537) as stdout, substring(t.stderr for 65537) as stderr,
                            substring(i.content for 65537) as input, substring(a.content for 65537) as expected
                        from jobs j join job_tests t on t.job_id = j.id
                        left join job_groups g on g.job_id = j.id and g.name = t.group_name
                        left join tests x on x.problem_version_id = :version and x.number = t.number and t.visible and x.visible
                            and (:staff or not exists (
                                select from sample_conversations c
                                where c.problem_version_id = x.problem_version_id and c.name = x.name))
                        left join blobs i on i.hash = x.input_hash
                        left join blobs a on a.hash = x.answer_hash
                        where j.id = :job and
                        """
                                + scope.condition("j")
                                + " order by t.number")
                .bindValues(scope.parameters())
                .bind("version", version)
                .bind("job", job)
                .bind("staff", asStaff)
                .map(readable -> test(new Columns(readable), asStaff))
                .all()
                .collectList();
    }

    private static JobView.TestView test(Columns row, boolean asStaff) {
        byte[] input = row.bytesOrNull("input");
        byte[] expected = row.bytesOrNull("expected");
        byte[] stdout = row.bytesOrNull("stdout");
        byte[] stderr = row.bytesOrNull("stderr");
        boolean truncated =
                row.flag("stdout_truncated")
                        || Output.isCut(input)
                        || Output.isCut(expected)
                        || Output.isCut(stdout)
                        || Output.isCut(stderr);
        return new JobView.TestView(
                row.integer("number"),
                row.text("group_name"),
                row.flag("visible"),
                row.text("verdict"),
                row.integer("cpu_ms"),
                row.number("memory_kb"),
                beginning(input),
                beginning(expected),
                beginning(stdout),
                beginning(stderr),
                row.integerOrNull("exit_code"),
                row.integerOrNull("signal"),
                row.textOrNull("message"),
                truncated ? Boolean.TRUE : null,
                asStaff ? row.textOrNull("staff_message") : null,
                // the validator makes it of data that is hidden
                asStaff ? row.exactOrNull("score") : null);
    }

    private Mono<List<JobView.GroupView>> groups(UUID job, JobScope scope, boolean asStaff) {
        return database.sql(
                        """
                        select g.name, g.verdict, trim_scale(g.score) as score, trim_scale(g.max_score) as max_score
                        from jobs j join job_groups g on g.job_id = j.id
                        where j.id = :job and (g.shown or :staff) and
                        """
                                + scope.condition("j")
                                + " order by g.number")
                .bindValues(scope.parameters())
                .bind("job", job)
                .bind("staff", asStaff)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new JobView.GroupView(
                            row.text("name"),
                            row.textOrNull("verdict"),
                            row.exactOrNull("score"),
                            row.exactOrNull("max_score"));
                })
                .all()
                .collectList();
    }

    private static @Nullable String beginning(byte @Nullable [] bytes) {
        return bytes == null ? null : Output.beginning(bytes);
    }

    private static JobView view(
            Columns row,
            @Nullable List<JobView.TestView> tests,
            List<JobView.GroupView> groups,
            boolean asStaff,
            int attempts) {
        Output stdout = output(row.bytesOrNull("stdout"));
        Output stderr = output(row.bytesOrNull("stderr"));
        String verdict = row.textOrNull("verdict");
        Integer exitCode = row.integerOrNull("exit_code");
        Integer signal = row.integerOrNull("signal");
        String said = row.textOrNull("message");
        boolean voided = row.flag("voided");
        String explained = said == null ? Explanation.of(verdict, exitCode, signal) : said;
        return new JobView(
                row.uuid("id"),
                row.text("kind"),
                row.text("state"),
                row.text("phase"),
                verdict,
                row.text("language"),
                new String(row.bytes("source"), StandardCharsets.UTF_8),
                row.textOrNull("slug"),
                row.textOrNull("problem_name"),
                row.text("username"),
                new Limits(
                        row.integer("limit_cpu_ms"),
                        row.integer("memory_mb"),
                        row.integer("output_kb")),
                stdout.text(),
                stdout.base64(),
                Boolean.TRUE.equals(row.row().get("stdout_truncated", Boolean.class)),
                stderr.text(),
                stderr.base64(),
                Boolean.TRUE.equals(row.row().get("stderr_truncated", Boolean.class)),
                lossy(row.bytesOrNull("compile_output")),
                exitCode,
                signal,
                row.textOrNull("stopped_by"),
                row.integerOrNull("cpu_ms"),
                row.integerOrNull("wall_ms"),
                row.numberOrNull("memory_kb"),
                row.exactOrNull("score"),
                row.exactOrNull("max_score"),
                voided ? Explanation.WITHDRAWN : explained,
                asStaff ? row.textOrNull("staff_message") : null,
                row.integer("attempt"),
                Math.max(0, attempts - row.integer("attempt")),
                row.integer("tests_done"),
                row.integer("tests_total"),
                tests,
                groups.isEmpty() ? null : groups,
                row.instant("enqueued_at"),
                row.instantOrNull("finished_at"),
                row.uuidOrNull("retry_of"),
                row.uuidOrNull("retried_as"),
                voided);
    }

    private static Output output(byte @Nullable [] bytes) {
        return bytes == null ? new Output(null, null) : Output.of(bytes);
    }

    private static @Nullable String lossy(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
