/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class PruneTests {

    @Test
    void onlyPlainRunsThatAreOldEnoughAreDeletedAndInBatches(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID version = lab.problem(1);
        finished(lab, student, null, "run", 250, 31);
        finished(lab, student, version, "run", 5, 31);
        finished(lab, student, null, "run", 7, 29);
        finished(lab, student, version, "submit", 9, 3000);
        lab.api().enqueue(JobRequest.run(student));
        lab.sql(
                "update jobs set enqueued_at = enqueued_at - interval '1 year', order_key = order_key - interval '1 year'"
                        + " where state = 'queued'");
        try (Connection api = lab.connect("api")) {
            assertThat(prune(api, 100)).isEqualTo(100);
            assertThat(
                            lab.number(
                                    "select count(*) from jobs where kind = 'run' and state = 'done'"))
                    .isEqualTo(162);
            assertThat(prune(api, 100)).isEqualTo(100);
            assertThat(prune(api, 100)).isEqualTo(55);
            assertThat(prune(api, 100)).isZero();
        }
        assertThat(lab.rows("select kind, state, count(*) from jobs group by 1, 2 order by 1, 2"))
                .containsExactly("run done 7", "run queued 1", "submit done 9");
        assertThat(
                        lab.number(
                                "select count(*) from job_results where job_id not in (select id from jobs)"))
                .isZero();
        assertThat(lab.number("select count(*) from job_sources")).isEqualTo(17);
    }

    @Test
    void zeroDaysMeanNever(Lab lab) throws SQLException {
        finished(lab, lab.student(), null, "run", 3, 10_000);
        lab.setting("keep_runs_days", 0);
        try (Connection api = lab.connect("api")) {
            assertThat(prune(api, 100)).isZero();
            lab.setting("keep_runs_days", 3650);
            assertThat(prune(api, 100)).isEqualTo(3);
        }
    }

    @Test
    void whoPrunesWaitsForNobodyAndBlocksNobody(Lab lab) throws Exception {
        UUID student = lab.student();
        finished(lab, student, null, "run", 40, 31);
        try (Connection first = lab.connect("api");
                Connection second = lab.connect("api")) {
            first.setAutoCommit(false);
            assertThat(prune(first, 15)).isEqualTo(15);
            assertThat(prune(second, 100)).as("the rest, without waiting").isEqualTo(25);
            first.commit();
        }
        assertThat(lab.number("select count(*) from jobs")).isZero();
    }

    @Test
    void aJobOutlivesTheRunThatItRetries(Lab lab) throws SQLException {
        UUID student = lab.student();
        finished(lab, student, null, "run", 1, 31);
        finished(lab, student, null, "run", 1, 0);
        lab.sql(
                "update jobs set retry_of = (select id from jobs order by finished_at limit 1)"
                        + " where finished_at > queue_now() - interval '1 day'");
        try (Connection api = lab.connect("api")) {
            assertThat(prune(api, 100)).isEqualTo(1);
        }
        assertThat(lab.rows("select retry_of from jobs")).containsExactly("null");
    }

    @Test
    void whatHasExpiredBesideTheJobsGoesToo(Lab lab) throws SQLException {
        UUID student = lab.student();
        lab.sql(
                """
                insert into sessions (id_hash, user_id, expires_at)
                select sha256(i::text::bytea), ?, queue_now() + i * interval '1 second' from generate_series(-5, 4) i\
                """,
                student);
        lab.sql(
                """
                insert into idempotency_keys (user_id, endpoint, key, request_hash, created_at)
                select ?, 'runs', i::text, sha256(''), queue_now() - i * interval '1 hour' from generate_series(20, 30) i\
                """,
                student);
        lab.sql(
                """
                insert into sign_in_failures
                select 'u' || i, '::1', 1, queue_now() - i * interval '1 hour' from generate_series(20, 30) i\
                """);
        UUID runner = lab.registered(1, 256);
        lab.registered(1, 256);
        lab.sql(
                "update runners set last_seen_at = queue_now() - interval '8 days' where id = ?",
                runner);
        try (Connection api = lab.connect("api")) {
            PostgresServer.execute(api, "select prune_expired()");
        }
        assertThat(lab.number("select count(*) from sessions")).isEqualTo(5);
        assertThat(lab.number("select count(*) from idempotency_keys")).isEqualTo(5);
        assertThat(lab.number("select count(*) from sign_in_failures")).isEqualTo(5);
        assertThat(lab.number("select count(*) from runners")).isEqualTo(1);
    }

    private static long prune(Connection api, int limit) throws SQLException {
        try (var call = api.prepareStatement("select prune_jobs(?)")) {
            call.setInt(1, limit);
            try (var rows = call.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    /** Jobs that ended so many days ago. */
    private static void finished(
            Lab lab, UUID student, @Nullable UUID version, String kind, int count, int days)
            throws SQLException {
        lab.sql(
                """
                with made as (
                    insert into jobs (id, user_id, kind, state, language, memory_mb, problem_version_id, enqueued_at, order_key, phase,
                        verdict, finished_at)
                    select gen_random_uuid(), ?, ?, 'done', 'python', 256, ?, t, t, 'done', 'accepted', t
                    from (select queue_now() - ? * interval '1 day' t from generate_series(1, ?)) times
                    returning id
                ),
                sources as (
                    insert into job_sources (job_id, source, cpu_ms, wall_ms, output_kb)
                    select id, 'x', 1, 1, 1 from made
                )
                insert into job_results (job_id) select id from made\
                """,
                student,
                kind,
                version,
                days,
                count);
    }
}
