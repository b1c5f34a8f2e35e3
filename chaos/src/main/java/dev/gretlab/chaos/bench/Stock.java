/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Fills a database: people, a problem, runners, finished jobs, and jobs that wait. */
final class Stock {

    /** So many that nobody reaches the limits of one person, which stay as they are. */
    static final int STUDENTS = 60_000;

    static final UUID PROBLEM_VERSION = UUID.fromString("00000000-0000-7000-8000-000000000001");
    static final int TESTS = 6;

    private static final int CHUNK = 500_000;

    private final BenchDatabase database;

    Stock(BenchDatabase database) {
        this.database = database;
    }

    static UUID student(long number) {
        return new UUID(0x7000L, 0x8000_0000_0000_0000L | number % STUDENTS);
    }

    static UUID runner(int number) {
        return new UUID(0x7001L, 0x8000_0000_0000_0000L | number);
    }

    /**
     * What both databases need. The queue's limit is raised, since the measurement needs a long
     * queue.
     */
    void people() throws SQLException {
        try (Connection connection = database.superuser()) {
            BenchDatabase.execute(
                    connection,
                    "update settings set value = '100000' where name = 'queue_limit'",
                    """
                    insert into users (id, username, display_name, role)
                    select ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'student' || i, 'Student ' || i, 'student'
                    from generate_series(0, %d) i\
                    """
                            .formatted(STUDENTS - 1),
                    "insert into courses (id, slug, name) values (new_id(), 'bench', 'Bench')",
                    """
                    insert into problems (id, course_id, slug) select '%s', id, 'bench' from courses\
                    """
                            .formatted(PROBLEM_VERSION),
                    """
                    insert into problem_versions (id, problem_id, version, name, statements, cpu_ms, memory_mb, output_kb,
                        validator, package_format, package_hash)
                    values ('%1$s', '%1$s', 1, 'Bench', '{}', 1000, 256, 1024, '{"kind": "default"}', 'legacy', sha256(''))\
                    """
                            .formatted(PROBLEM_VERSION),
                    "insert into blobs (hash, size, content) values (sha256('1'), 1, '1')",
                    """
                    insert into tests (problem_version_id, number, name, group_name, visible, input_hash, answer_hash)
                    select '%s', i, 'test ' || i, 'secret', i = 1, sha256('1'), sha256('1') from generate_series(1, %d) i\
                    """
                            .formatted(PROBLEM_VERSION, TESTS),
                    """
                    insert into languages (id, name, version, extension, editor_mode, source_file, updated_at)
                    values ('python', 'Python', '3', 'py', 'python', 'main.py', queue_now())\
                    """,
                    """
                    insert into runners (id, name, version, state, slots, memory_mb, isolation, self_test, languages,
                        free_memory_mb, started_at, last_seen_at)
                    select ('00000000-0000-7001-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'bench', '1', 'ready', 8, 1000000,
                        'namespaces', '{}', '[]', 1000000, queue_now(), queue_now()
                    from generate_series(0, 63) i\
                    """);
        }
    }

    /** Adds finished jobs, a quarter of them submits, of the last 25 days. */
    void finished(long rows) throws SQLException {
        try (Connection connection = database.superuser()) {
            // no triggers of foreign keys, and no wait for the disk: these rows are not what is
            // measured
            BenchDatabase.execute(
                    connection,
                    "set session_replication_role = replica",
                    "set synchronous_commit = off",
                    "set maintenance_work_mem = '1GB'");
            List<String> indexes = rows > 100_000 ? dropIndexes(connection) : List.of();
            for (long from = 0; from < rows; from += CHUNK) {
                insertFinished(connection, from, Math.min(rows, from + CHUNK), rows);
            }
            for (String index : indexes) {
                BenchDatabase.execute(connection, index);
            }
            BenchDatabase.execute(connection, "vacuum analyze", "checkpoint");
        }
    }

    private static void insertFinished(Connection connection, long from, long to, long rows)
            throws SQLException {
        String id =
                "(lpad(to_hex(1700000000000 + i), 12, '0') || '70008000' || lpad(to_hex(i), 12, '0'))::uuid";
        String series = "from generate_series(%d, %d) i".formatted(from, to - 1);
        BenchDatabase.execute(
                connection,
                """
                insert into jobs (id, user_id, kind, state, language, memory_mb, problem_version_id, enqueued_at, order_key, attempt,
                    runner_id, claimed_at, phase, tests_done, tests_total, verdict, finished_at, revision)
                select %s, ('00000000-0000-7000-8000-' || lpad(to_hex(i::bigint * 7919 %% %d), 12, '0'))::uuid,
                    case when i %% 4 = 0 then 'submit' else 'run' end, 'done', 'python', 256,
                    case when i %% 4 = 0 then '%s'::uuid end, t, t, 1, '%s', t, 'done', 1, 1, 'accepted', t + interval '1 second', 3
                from (select i, now() - interval '1 hour' - interval '25 days' * (%d - i) / %d as t %s) s\
                """
                        .formatted(id, STUDENTS, PROBLEM_VERSION, runner(0), rows, rows, series),
                """
                insert into job_sources (job_id, source, stdin, cpu_ms, wall_ms, output_kb)
                select %s, 'print(1)', '', 2000, 11000, 1024 %s\
                """
                        .formatted(id, series),
                """
                insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, cpu_ms, wall_ms, memory_kb, stdout)
                select %s, %s, '%s', 'namespaces', 0, 12, 20, 9000, '1' %s\
                """
                        .formatted(id, id, runner(0), series));
    }

    private static List<String> dropIndexes(Connection connection) throws SQLException {
        List<String> definitions = new ArrayList<>();
        List<String> drops = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "select indexname, indexdef from pg_indexes where schemaname = 'gretlab'"
                                        + " and tablename = 'jobs' and indexname <> 'jobs_pkey'")) {
            while (rows.next()) {
                drops.add("drop index " + rows.getString(1));
                definitions.add(rows.getString(2));
            }
        }
        BenchDatabase.execute(connection, drops.toArray(new String[0]));
        return definitions;
    }

    /**
     * Fills the queue up to so many waiting runs, old enough to count for nobody's runs of the last
     * minute.
     */
    void queued(long wanted) throws SQLException {
        try (Connection connection = database.superuser()) {
            long there =
                    BenchDatabase.number(
                            connection, "select count(*) from jobs where state = 'queued'");
            if (there >= wanted) {
                return;
            }
            BenchDatabase.execute(
                    connection,
                    "set session_replication_role = replica",
                    "set synchronous_commit = off",
                    String.format(
                            Locale.ROOT,
                            """
                            with fresh as (
                                insert into jobs (id, user_id, kind, language, memory_mb, enqueued_at, order_key, tests_total)
                                select new_id(), ('00000000-0000-7000-8000-' || lpad(to_hex(i %% %d), 12, '0'))::uuid,
                                    'run', 'python', 256, queue_now() - interval '5 minutes', queue_now() - interval '5 minutes', 1
                                from generate_series(1, %d) i
                                returning id)
                            insert into job_sources (job_id, source, stdin, cpu_ms, wall_ms, output_kb)
                            select id, 'print(1)', '', 2000, 11000, 1024 from fresh\
                            """,
                            STUDENTS,
                            wanted - there));
        }
    }

    /**
     * Takes what an earlier measurement has left out of the queue and of its indexes. Dead entries
     * at the head of an index are passed over by every claim and every enqueue until the next
     * vacuum, which a lab's server does within a minute: no measurement pays for the one before it.
     */
    void settle(boolean emptyQueue) throws SQLException {
        try (Connection connection = database.superuser()) {
            if (emptyQueue) {
                BenchDatabase.execute(connection, "delete from jobs where state <> 'done'");
            }
            BenchDatabase.execute(connection, "vacuum jobs");
        }
    }
}
