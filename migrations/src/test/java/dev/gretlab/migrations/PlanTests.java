/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * At a million finished jobs, no function of the hot path reads more than what is queued or
 * running. The plans are the real ones: the server explains what runs inside the functions.
 */
@Tag("db")
@ExtendWith(LabResolver.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanTests {

    private static final Pattern BLOCKS =
            Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?|shared read=(\\d+)");
    private static final Pattern TABLE_SCAN = Pattern.compile("Seq Scan on (gretlab\\.)?jobs\\b.*");

    /** For a call that is about a few jobs: less than one for each queued job. */
    private static final int BY_KEY = 250;

    /** For a call that counts the queue: a few for each queued job. The table alone has 20,000. */
    private static final int QUEUE = 2000;

    /** After five, PostgreSQL may keep a plan that does not know the arguments. */
    private static final int CALLS = 7;

    private @Nullable Lab lab;
    private UUID runner = UUID.randomUUID();
    private UUID student = UUID.randomUUID();
    private UUID version = UUID.randomUUID();

    @BeforeAll
    void aMillionFinishedJobs(Lab opened) throws SQLException {
        lab = opened;
        student = opened.student();
        runner = opened.registered(64, 65_536);
        version = opened.problem(1);
        try (Connection superuser = superuser(opened)) {
            // the foreign keys of rows made up here need no check
            PostgresServer.execute(superuser, "set session_replication_role = replica");
            try (PreparedStatement insert =
                    superuser.prepareStatement(
                            """
                            insert into jobs (id, user_id, kind, state, language, memory_mb, problem_version_id, enqueued_at, order_key,
                                attempt, phase, verdict, claimed_at, finished_at)
                            select ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
                                ('00000000-0000-4000-8000-' || lpad(to_hex(i % 2000), 12, '0'))::uuid,
                                case when i % 4 = 0 then 'submit' else 'run' end, 'done', 'python', 256, ?, t, t, 1, 'done', 'accepted', t, t
                            from generate_series(1, 1000000) i,
                                lateral (select queue_now() - (1000000 - i) * interval '2 seconds' as t) times\
                            """)) {
                insert.setObject(1, version);
                insert.execute();
            }
            // statistics from before there was anything in the queue, as after a quiet night
            PostgresServer.execute(superuser, "vacuum analyze jobs");
        }
        opened.setting("queue_limit", 100_000);
        Queue api = opened.api();
        for (int i = 0; i < 10; i++) {
            UUID other = opened.student();
            for (int j = 0; j < 50; j++) {
                api.enqueue(JobRequest.run(other));
            }
        }
        opened.advance(Duration.ofMillis(1));
    }

    @Test
    void claim() throws SQLException {
        assertThat(
                        plans(
                                BY_KEY,
                                "select * from claim_jobs(?, array['python', 'c'], 2, 65536)",
                                runner))
                .anyMatch(plan -> plan.contains("jobs_queued"))
                .anyMatch(plan -> plan.contains("jobs_of_runner"));
    }

    /**
     * Sorting what is queued would read all of it for one job. Statistics of an empty table make
     * that look cheap.
     */
    @Test
    void aClaimNeverSortsTheQueue(Lab quiet) throws SQLException {
        UUID waiting = quiet.student();
        UUID idle = quiet.registered(64, 65_536);
        quiet.sql("vacuum analyze jobs");
        Queue api = quiet.api();
        for (int i = 0; i < 100; i++) {
            api.enqueue(JobRequest.run(waiting));
        }
        assertThat(plans(quiet, BY_KEY, "select * from claim_jobs(?, '{python}', 2, 65536)", idle))
                .anyMatch(plan -> plan.contains("jobs_queued"))
                .noneMatch(plan -> plan.contains("jobs_queued") && plan.contains("Sort Key"));
    }

    @Test
    void sweep() throws SQLException {
        assertThat(plans(BY_KEY, "select * from release_expired_jobs()"))
                .anyMatch(plan -> plan.contains("jobs_leased"));
        // with rows to find, too
        lab().runner().claim(lab().registered(10, 2560), 10, 2560);
        assertThat(plans(BY_KEY, "select * from release_expired_jobs()"))
                .anyMatch(plan -> plan.contains("jobs_leased"));
    }

    @Test
    void enqueueCountsInFlightAndRunsPerMinuteAndTheQueue() throws SQLException {
        assertThat(
                        plans(
                                QUEUE,
                                "select enqueue_job(?, 'run', 'python', 'x', '', null, null, 1, 1, 256, 1, gen_random_uuid()::text, sha256(''))",
                                student))
                .anyMatch(plan -> plan.contains("jobs_in_flight"))
                .anyMatch(plan -> plan.contains("jobs_of_user"))
                .anyMatch(plan -> plan.contains("idempotency_keys_pkey"))
                .anyMatch(plan -> plan.contains("jobs_queued"));
    }

    @Test
    void position() throws SQLException {
        UUID last =
                UUID.fromString(
                        lab().text(
                                        "select id from jobs where state = 'queued' order by order_key desc limit 1"));
        assertThat(plans(QUEUE, "select jobs_before(?)", last))
                .anyMatch(plan -> plan.contains("jobs_queued"))
                .anyMatch(plan -> plan.contains("jobs_pkey"));
        assertThat(plans(QUEUE, "select * from queue_order(1000)"))
                .anyMatch(plan -> plan.contains("jobs_queued"));
    }

    @Test
    void stateOfTheQueue() throws SQLException {
        plans(QUEUE, "select queue_oldest_seconds()");
        plans(QUEUE, "select * from queue_state()");
        assertThat(plans(QUEUE, "select wanted_runners()"))
                .as("without a contest nothing is measured")
                .noneMatch(plan -> plan.contains("jobs_pkey"));
        UUID contest = lab().contest(version, Duration.ofHours(1));
        lab().register(contest, student);
        assertThat(plans(QUEUE, "select wanted_runners()"))
                .anyMatch(plan -> plan.contains("jobs_pkey"));
        lab().sql("update contests set ends_at = starts_at + interval '1 ms'");
        lab().advance(Duration.ofMillis(1));
    }

    @Test
    void heartbeatProgressAndCompletion() throws SQLException {
        ClaimedJob job = lab().runner().claim(runner, 1, 65_536).getFirst();
        assertThat(
                        plans(
                                BY_KEY,
                                "select * from heartbeat_jobs(?, array[?::uuid])",
                                runner,
                                job.token()))
                .anyMatch(plan -> plan.contains("jobs_lease_token"));
        assertThat(
                        plans(
                                BY_KEY,
                                "select report_progress(?, ?, 'testing', 1, 1)",
                                job.id(),
                                job.token()))
                .anyMatch(plan -> plan.contains("jobs_lease_token") || plan.contains("jobs_pkey"));
        assertThat(
                        plans(
                                BY_KEY,
                                "select complete_jobs(?, array[?::uuid], array[?::uuid], '{accepted}', array['{}'::jsonb], array[''::bytea], '{f}', array[''::bytea], '{f}', array[''::bytea], '{null}')",
                                runner,
                                job.id(),
                                job.token()))
                .anyMatch(plan -> plan.contains("jobs_lease_token") || plan.contains("jobs_pkey"));
        assertThat(plans(BY_KEY, "select cancel_job(?, ?)", job.id(), student))
                .anyMatch(plan -> plan.contains("jobs_pkey"));
    }

    @Test
    void fetch() throws SQLException {
        lab().api().enqueue(JobRequest.submit(student, version));
        ClaimedJob job = lab().runner().claim(runner, 1, 65_536).getFirst();
        assertThat(job.kind()).isEqualTo("submit");
        assertThat(
                        plans(
                                BY_KEY,
                                "select count(*) from fetch_tests(?, array[sha256('')])",
                                job.token()))
                .anyMatch(plan -> plan.contains("jobs_lease_token"));
    }

    @Test
    void prune() throws SQLException {
        lab().setting("keep_runs_days", 22);
        assertThat(plans(QUEUE, "select prune_jobs(20)"))
                .anyMatch(plan -> plan.contains("jobs_old_runs"));
    }

    private Lab lab() {
        if (lab == null) {
            throw new IllegalStateException("not set up");
        }
        return lab;
    }

    private static Connection superuser(Lab lab) throws SQLException {
        Connection connection = lab.database().server().superuser(lab.database().name());
        PostgresServer.execute(connection, "set search_path = gretlab");
        return connection;
    }

    /** Calls several times and answers the plans of all that the last call ran. */
    private List<String> plans(int mostBlocks, String call, Object... arguments)
            throws SQLException {
        return plans(lab(), mostBlocks, call, arguments);
    }

    private static List<String> plans(Lab lab, int mostBlocks, String call, Object... arguments)
            throws SQLException {
        try (Connection superuser = superuser(lab);
                Statement set = superuser.createStatement()) {
            set.execute("load 'auto_explain'");
            set.execute("set auto_explain.log_min_duration = 0");
            set.execute("set auto_explain.log_nested_statements = on");
            set.execute("set auto_explain.log_analyze = on");
            set.execute("set auto_explain.log_buffers = on");
            set.execute("set auto_explain.log_level = notice");
            List<String> plans = new ArrayList<>();
            try (PreparedStatement prepared = superuser.prepareStatement(call)) {
                for (int i = 0; i < arguments.length; i++) {
                    prepared.setObject(i + 1, arguments[i]);
                }
                for (int i = 0; i < CALLS; i++) {
                    plans.clear();
                    prepared.execute();
                    for (SQLWarning w = prepared.getWarnings(); w != null; w = w.getNextWarning()) {
                        plans.add(String.valueOf(w.getMessage()));
                    }
                    prepared.clearWarnings();
                }
            }
            assertThat(plans).as("plans of %s", call).isNotEmpty();
            for (String plan : plans) {
                assertThat(plan).doesNotContainPattern(TABLE_SCAN);
                assertThat(blocks(plan)).as(plan).isLessThan(mostBlocks);
            }
            return plans;
        }
    }

    /** How many blocks the part of the plan that reads most has read. */
    private static int blocks(String plan) {
        int most = 0;
        Matcher matcher = BLOCKS.matcher(plan);
        while (matcher.find()) {
            int blocks = 0;
            for (int group = 1; group <= 3; group++) {
                String number = matcher.group(group);
                blocks += number == null ? 0 : Integer.parseInt(number);
            }
            most = Math.max(most, blocks);
        }
        return most;
    }
}
