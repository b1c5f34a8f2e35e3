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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls each hot function of the queue and reads from the server's counters what its plans did: the
 * indexes that were searched, and whether a table that grows was read from end to end. It sees the
 * plans that really ran, inside functions too, and not those of a copy of their text.
 */
final class ScanCheck {

    private static final List<String> GROWING =
            List.of(
                    "jobs",
                    "job_sources",
                    "job_results",
                    "job_tests",
                    "job_attempts",
                    "idempotency_keys");

    private static final String OUTPUT = "array_agg(''::bytea), array_agg(false)";

    /** What one function did. */
    record Finding(String function, String indexes, long rowsRead, List<String> readWhole) {}

    private final BenchDatabase database;

    ScanCheck(BenchDatabase database) {
        this.database = database;
    }

    List<Finding> run() throws SQLException {
        new Stock(database).queued(300);
        String enqueue =
                "select job_id from enqueue_job('%s', '%s', 'python', 'print(1)', '', %s, null, 2000, 11000, 256, 1024, 'k' || random(), sha256(''))";
        String version = "'" + Stock.PROBLEM_VERSION + "'";
        String runner = Stock.runner(9).toString();
        String claim =
                "create temp table held on commit drop as select job_id, token from claim_jobs('%s', '{python}', 8, 1000000)"
                        .formatted(runner);
        String tests =
                "(select jsonb_agg(jsonb_build_object('number', i, 'verdict', 'accepted', 'cpuMs', 1, 'wallMs', 1, 'memoryKb', 1))"
                        + " from generate_series(1, 6) i)";
        String complete =
                "select complete_jobs('%s', array_agg(job_id), array_agg(token), array_agg('accepted'::text), array_agg('{}'::jsonb), %s, %s, array_agg(%s)) from held"
                        .formatted(runner, OUTPUT + ", " + OUTPUT, "array_agg(''::bytea)", tests);

        Map<String, List<String>> calls = new LinkedHashMap<>();
        calls.put("enqueue_job run", List.of(enqueue.formatted(Stock.student(1), "run", "null")));
        calls.put(
                "enqueue_job submit",
                List.of(enqueue.formatted(Stock.student(2), "submit", version)));
        calls.put("claim_jobs", List.of(claim));
        calls.put(
                "heartbeat_jobs",
                List.of(
                        claim,
                        "select heartbeat_jobs('%s', array(select token from held))"
                                .formatted(runner)));
        calls.put(
                "report_progress",
                List.of(claim, "select report_progress(job_id, token, 'testing', 1, 6) from held"));
        calls.put("complete_jobs", List.of(claim, complete));
        calls.put(
                "fail_attempt",
                List.of(
                        claim,
                        "select fail_attempt(job_id, token, '%s', 'why') from held"
                                .formatted(runner)));
        calls.put(
                "give_back_job",
                List.of(
                        claim,
                        "select give_back_job(job_id, token, '%s') from held".formatted(runner)));
        calls.put("cancel_job", List.of(claim, "select cancel_job(job_id, null) from held"));
        calls.put("release_expired_jobs", List.of("select * from release_expired_jobs()"));
        calls.put(
                "retry_job",
                List.of(
                        """
                        create temp table withdrawn on commit drop as
                        select id from jobs where problem_version_id = %s and kind <> 'run' order by enqueued_at desc limit 1\
                        """
                                .formatted(version),
                        "update jobs set voided_at = queue_now() where id = (select id from withdrawn)",
                        "select retry_job(id, null) from withdrawn"));
        calls.put(
                "void_runner",
                List.of(
                        claim,
                        complete,
                        "select * from void_runner('%s', 'why', null, null, 100)"
                                .formatted(runner)));
        calls.put("queue_order", List.of("select * from queue_order(10000)"));
        calls.put("queue_state", List.of("select * from queue_state()"));
        calls.put("queue_oldest_seconds", List.of("select queue_oldest_seconds()"));
        calls.put("wanted_runners", List.of("select wanted_runners()"));
        calls.put("queue_health", List.of("select * from queue_health()"));
        calls.put("prune_jobs", List.of("select prune_jobs(100)"));
        calls.put("prune_expired", List.of("select prune_expired()"));

        List<Finding> findings = new ArrayList<>();
        try (Connection connection = database.superuser()) {
            connection.setAutoCommit(false);
            for (Map.Entry<String, List<String>> call : calls.entrySet()) {
                // after five calls the server may change to a plan for any argument: that one
                // counts too
                for (int i = 0; i < 6; i++) {
                    BenchDatabase.execute(connection, call.getValue().toArray(new String[0]));
                    connection.rollback();
                }
                flush(connection);
                Map<String, Long> before = indexScans(connection);
                BenchDatabase.execute(connection, call.getValue().toArray(new String[0]));
                List<String> readWhole = new ArrayList<>();
                long rowsRead = tableScans(connection, readWhole);
                connection.rollback();
                flush(connection);
                findings.add(
                        new Finding(
                                call.getKey(),
                                searched(before, indexScans(connection)),
                                rowsRead,
                                readWhole));
            }
        }
        return findings;
    }

    private static void flush(Connection connection) throws SQLException {
        BenchDatabase.execute(connection, "select pg_stat_force_next_flush()");
        connection.commit();
    }

    private static long tableScans(Connection connection, List<String> readWhole)
            throws SQLException {
        long rowsRead = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "select relname, coalesce(seq_scan, 0), coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)"
                                        + " from pg_stat_xact_user_tables where schemaname = 'gretlab'")) {
            while (rows.next()) {
                String table = rows.getString(1);
                if (GROWING.contains(table)) {
                    rowsRead += rows.getLong(3);
                    if (rows.getLong(2) > 0) {
                        readWhole.add(table);
                    }
                }
            }
        }
        return rowsRead;
    }

    private static Map<String, Long> indexScans(Connection connection) throws SQLException {
        Map<String, Long> scans = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "select indexrelname, idx_scan from pg_stat_user_indexes"
                                        + " where schemaname = 'gretlab' and relname = any ('{"
                                        + String.join(",", GROWING)
                                        + "}') order by 1")) {
            while (rows.next()) {
                scans.put(rows.getString(1), rows.getLong(2));
            }
        }
        connection.commit();
        return scans;
    }

    private static String searched(Map<String, Long> before, Map<String, Long> after) {
        List<String> searched = new ArrayList<>();
        after.forEach((index, scans) -> {
            if (scans > before.getOrDefault(index, 0L)) {
                searched.add(index);
            }
        });
        return String.join(" ", searched);
    }
}
