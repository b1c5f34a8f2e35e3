/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class LeaseTests {

    private static final Duration LEASE = Duration.ofSeconds(15);

    @Test
    void aHeartbeatRenewsAndAnswersWhatIsStillHeld(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(4, 4096);
        Queue worker = lab.runner();
        List<ClaimedJob> jobs = claimRuns(lab, student, runner, 4);
        Set<UUID> tokens = new HashSet<>(jobs.stream().map(ClaimedJob::token).toList());
        lab.advance(Duration.ofSeconds(10));
        lab.api().cancel(jobs.get(0).id(), student);
        worker.complete(jobs.get(1), "accepted");
        List<UUID> asked = new ArrayList<>(tokens);
        asked.add(UUID.randomUUID());
        assertThat(worker.heartbeat(runner, asked))
                .containsExactlyInAnyOrder(jobs.get(2).token(), jobs.get(3).token());
        assertThat(worker.heartbeat(lab.registered(4, 4096), tokens)).isEmpty();
        assertThat(worker.heartbeat(runner, List.of())).isEmpty();
        lab.advance(LEASE);
        assertThat(worker.sweep()).as("a lease lasts to its last moment").isEmpty();
        lab.advance(Duration.ofMillis(1));
        assertThat(worker.sweep())
                .containsOnly(
                        Map.entry(jobs.get(2).id(), "requeued"),
                        Map.entry(jobs.get(3).id(), "requeued"));
        assertThat(worker.heartbeat(runner, tokens)).isEmpty();
    }

    @Test
    void aLateResultIsTakenBeforeTheSweepAndRefusedAfterIt(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(2, 4096);
        Queue worker = lab.runner();
        List<ClaimedJob> jobs = claimRuns(lab, student, runner, 2);
        lab.advance(LEASE.plusSeconds(60));
        worker.complete(jobs.get(0), "accepted");
        assertThat(worker.sweep()).containsOnlyKeys(jobs.get(1).id());
        refused("JQ005", () -> worker.complete(jobs.get(1), "accepted"));
        assertThat(worker.progress(jobs.get(1), "testing", 1, 2)).isFalse();
        refused("JQ005", () -> worker.fail(jobs.get(1), "late"));
        refused("JQ005", () -> worker.giveBack(jobs.get(1)));
        // the next holder's result stands, and the first one's is refused after it too
        UUID other = lab.registered(2, 4096);
        ClaimedJob again = worker.claim(other, 2, 4096).getFirst();
        assertThat(again.attempt()).isEqualTo(2);
        refused("JQ005", () -> worker.complete(jobs.get(1), "accepted"));
        worker.complete(again, "wrong_answer");
        refused("JQ005", () -> worker.complete(jobs.get(1), "accepted"));
        assertThat(lab.rows("select verdict, attempt from jobs where id = ?", again.id()))
                .containsExactly("wrong_answer 2");
        assertThat(
                        lab.rows(
                                "select attempt, outcome, runner_id from job_attempts where job_id = ?",
                                again.id()))
                .containsExactly("1 lapsed " + runner);
        assertThat(lab.rows("select runner_id from job_results where job_id = ?", again.id()))
                .containsExactly(other.toString());
    }

    @Test
    void theSameCompletionTwiceIsTakenOnce(Lab lab) throws Exception {
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        List<Queue> workers = List.of(lab.runner(), lab.runner(), lab.runner(), lab.runner());
        for (int round = 0; round < 10; round++) {
            ClaimedJob job = claimRuns(lab, student, runner, 1).getFirst();
            AtOnce.run(
                    4,
                    number -> {
                        workers.get(number).complete(job, "accepted");
                        return number;
                    });
            refused(
                    "JQ005",
                    () ->
                            workers.getFirst()
                                    .complete(
                                            new ClaimedJob(
                                                    job.id(),
                                                    1,
                                                    UUID.randomUUID(),
                                                    runner,
                                                    "run",
                                                    false,
                                                    256),
                                            "accepted"));
            assertThat(lab.number("select count(*) from job_results where job_id = ?", job.id()))
                    .isEqualTo(1);
            assertThat(lab.number("select revision from jobs where id = ?", job.id())).isEqualTo(3);
        }
    }

    @Test
    void aLeaseBelongsToItsRunner(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        UUID other = lab.registered(1, 256);
        Queue worker = lab.runner();
        ClaimedJob job = claimRuns(lab, lab.student(), runner, 1).getFirst();
        refused("JQ005", () -> worker.complete(job.heldBy(other), "accepted"));
        refused("JQ005", () -> worker.fail(job.heldBy(other), "no"));
        refused("JQ005", () -> worker.giveBack(job.heldBy(other)));
        refused("JQ010", () -> worker.complete(job, "system_error"));
        refused("JQ010", () -> worker.complete(job, "cancelled"));
        refused("JQ010", () -> worker.complete(job, "splendid"));
        worker.complete(job, "accepted");
    }

    @Test
    void onlyOneSweeps(Lab lab) throws Exception {
        UUID student = lab.student();
        UUID runner = lab.registered(100, 100_000);
        List<ClaimedJob> jobs = claimRuns(lab, student, runner, 60);
        lab.advance(LEASE.plusMillis(1));
        try (Connection first = lab.connect("runner");
                Connection second = lab.connect("api")) {
            first.setAutoCommit(false);
            assertThat(new Queue(first).sweep()).hasSize(60);
            assertThat(new Queue(second).sweep()).as("while the first has not ended").isEmpty();
            first.rollback();
        }
        List<Queue> sweepers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            sweepers.add(i % 2 == 0 ? lab.runner() : lab.api());
        }
        List<Map<UUID, String>> swept = AtOnce.run(8, number -> sweepers.get(number).sweep());
        assertThat(swept.stream().flatMap(outcomes -> outcomes.keySet().stream()))
                .containsExactlyInAnyOrderElementsOf(jobs.stream().map(ClaimedJob::id).toList());
        assertThat(lab.number("select count(*) from job_attempts")).isEqualTo(60);
    }

    @Test
    void aSweepWaitsForNobodyWhoIsJustCompleting(Lab lab) throws SQLException {
        UUID runner = lab.registered(2, 512);
        List<ClaimedJob> jobs = claimRuns(lab, lab.student(), runner, 2);
        lab.advance(LEASE.plusMillis(1));
        try (Connection completing = lab.connect("runner")) {
            completing.setAutoCommit(false);
            new Queue(completing).complete(jobs.get(0), "accepted");
            assertThat(lab.runner().sweep()).containsOnlyKeys(jobs.get(1).id());
            completing.commit();
        }
        assertThat(lab.text("select verdict from jobs where id = ?", jobs.get(0).id()))
                .isEqualTo("accepted");
    }

    @Test
    void ofManyVerdictsAtOnceOnlyThoseUnderALeaseAreRecorded(Lab lab) throws SQLException {
        UUID runner = lab.registered(5, 1280);
        UUID other = lab.registered(1, 256);
        Queue worker = lab.runner();
        List<ClaimedJob> jobs = claimRuns(lab, lab.student(), runner, 5);
        worker.giveBack(jobs.get(1));
        worker.complete(jobs.get(2), "wrong_answer");
        lab.api().cancel(jobs.get(3).id(), null);
        List<String> verdicts =
                List.of("accepted", "accepted", "accepted", "accepted", "time_limit");
        assertThat(worker.complete(other, jobs, verdicts, null))
                .as("another runner's, but for what is recorded already")
                .containsOnly(jobs.get(2).token());
        assertThat(worker.complete(runner, jobs, verdicts, null))
                .containsExactlyInAnyOrder(
                        jobs.get(0).token(), jobs.get(2).token(), jobs.get(4).token());
        assertThat(worker.complete(runner, jobs, verdicts, null)).as("sent again").hasSize(3);
        assertThat(lab.rows("select state, verdict from jobs order by id"))
                .containsExactlyInAnyOrder(
                        "done accepted",
                        "queued null",
                        "done wrong_answer",
                        "done cancelled",
                        "done time_limit");
        assertThat(lab.number("select count(*) from job_results")).isEqualTo(4);
    }

    @Test
    void aVerdictThatIsNotForARunnerToGiveStopsAllThatCameWithIt(Lab lab) throws SQLException {
        UUID runner = lab.registered(2, 512);
        List<ClaimedJob> jobs = claimRuns(lab, lab.student(), runner, 2);
        refused(
                "JQ010",
                () ->
                        lab.runner()
                                .complete(runner, jobs, List.of("accepted", "system_error"), null));
        assertThat(lab.number("select count(*) from jobs where state = 'running'")).isEqualTo(2);
    }

    @Test
    void whatIsStoredOfAResultIsBoundedWhateverTheRunnerSends(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        lab.api().enqueue(JobRequest.submit(lab.student(), lab.problem(2)));
        ClaimedJob job = lab.runner().claim(runner, 1, 256).getFirst();
        lab.sql(
                """
                select complete_jobs(?, array[?::uuid], array[?::uuid], '{wrong_answer}',
                    array[jsonb_build_object('message', repeat('m', 9000), 'staffMessage', repeat('s', 9000))],
                    array[convert_to(repeat('o', 3000000), 'UTF8')], '{f}',
                    array[convert_to(repeat('e', 3000000), 'UTF8')], '{f}',
                    array[convert_to(repeat('c', 3000000), 'UTF8')],
                    array[jsonb_build_array(jsonb_build_object('number', 1, 'verdict', 'wrong_answer', 'cpuMs', 1, 'wallMs', 1,
                        'memoryKb', 1, 'stdout', encode(convert_to(repeat('o', 90000), 'UTF8'), 'base64'),
                        'stderr', encode(convert_to(repeat('e', 90000), 'UTF8'), 'base64'),
                        'message', repeat('m', 9000), 'staffMessage', repeat('s', 9000)))])\
                """,
                runner,
                job.id(),
                job.token());
        assertThat(
                        lab.rows(
                                """
                                select length(stdout), stdout_truncated, length(stderr), stderr_truncated, length(compile_output),
                                    length(message), length(staff_message) from job_results\
                                """))
                .containsExactly("1048576 t 1048576 t 65536 4000 4000");
        assertThat(
                        lab.rows(
                                "select length(stdout), stdout_truncated, length(stderr), length(message), length(staff_message) from job_tests"))
                .containsExactly("65536 t 65536 4000 4000");
    }

    @Test
    void aHeartbeatThatComesBeforeTheSweepSavesTheLease(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        ClaimedJob job = claimRuns(lab, lab.student(), runner, 1).getFirst();
        lab.advance(LEASE.plusSeconds(1));
        assertThat(lab.runner().heartbeat(runner, List.of(job.token()))).hasSize(1);
        assertThat(lab.runner().sweep()).isEmpty();
    }

    @Test
    void afterTheLastAttemptThereIsOneVerdictThatBlamesUs(Lab lab) throws SQLException {
        lab.setting("attempts", 3);
        UUID runner = lab.registered(4, 4096);
        Queue worker = lab.runner();
        ClaimedJob job = claimRuns(lab, lab.student(), runner, 1).getFirst();
        lab.advance(LEASE.plusMillis(1));
        assertThat(worker.sweep()).containsEntry(job.id(), "requeued");
        job = worker.claim(runner, 4, 4096).getFirst();
        assertThat(worker.fail(job, "no space on the disk")).isEqualTo("requeued");
        job = worker.claim(runner, 4, 4096).getFirst();
        assertThat(job.attempt()).isEqualTo(3);
        lab.advance(LEASE.plusMillis(1));
        assertThat(worker.sweep()).containsOnly(Map.entry(job.id(), "system_error"));
        assertThat(worker.sweep()).isEmpty();
        assertThat(worker.claim(runner, 4, 4096)).isEmpty();
        ClaimedJob last = job;
        refused("JQ005", () -> worker.complete(last, "accepted"));
        refused("JQ005", () -> worker.fail(last, "late"));
        assertThat(lab.rows("select state, phase, verdict, attempt from jobs"))
                .containsExactly("done done system_error 3");
        assertThat(
                        lab.rows(
                                "select lease_token is null, message is null, staff_message from job_results"))
                .containsExactly("t t the runner was not heard of for a whole lease");
        assertThat(lab.rows("select attempt, outcome, reason from job_attempts order by id"))
                .containsExactly(
                        "1 lapsed the runner was not heard of for a whole lease",
                        "2 judge_failed no space on the disk",
                        "3 lapsed the runner was not heard of for a whole lease");
    }

    @Test
    void aFailedLastAttemptEndsTheJobWithItsReason(Lab lab) throws SQLException {
        lab.setting("attempts", 1);
        UUID runner = lab.registered(1, 256);
        ClaimedJob job = claimRuns(lab, lab.student(), runner, 1).getFirst();
        assertThat(lab.runner().fail(job, "x".repeat(5000))).isEqualTo("system_error");
        assertThat(lab.number("select length(staff_message) from job_results")).isEqualTo(4000);
    }

    @Test
    void aJobThatIsGivenBackKeepsItsAttempt(Lab lab) throws SQLException {
        lab.setting("attempts", 1);
        UUID runner = lab.registered(2, 4096);
        Queue worker = lab.runner();
        ClaimedJob job = claimRuns(lab, lab.student(), runner, 1).getFirst();
        worker.progress(job, "testing", 3, 9);
        for (int i = 0; i < 5; i++) {
            worker.giveBack(job);
            ClaimedJob old = job;
            refused("JQ005", () -> worker.complete(old, "accepted"));
            assertThat(
                            lab.rows(
                                    "select state, phase, attempt, alone, tests_done, runner_id from jobs"))
                    .containsExactly("queued queued 0 f 0 null");
            job = worker.claim(runner, 2, 4096).getFirst();
            assertThat(job.attempt()).isEqualTo(1);
            assertThat(job.token()).isNotEqualTo(old.token());
        }
        worker.complete(job, "accepted");
        assertThat(lab.rows("select verdict, attempt from jobs")).containsExactly("accepted 1");
        assertThat(lab.number("select count(*) from job_attempts where outcome = 'given_back'"))
                .isEqualTo(5);
    }

    @Test
    void aJobKeepsItsPlaceWhenItComesBack(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        Queue worker = lab.runner();
        ClaimedJob job = claimRuns(lab, student, runner, 1).getFirst();
        lab.advance(Duration.ofSeconds(5));
        lab.api().enqueue(JobRequest.run(student));
        worker.giveBack(job);
        assertThat(worker.claim(runner, 1, 256).getFirst().id()).isEqualTo(job.id());
    }

    @Test
    void forOneLeaseAfterTheDatabaseCameUpNothingLapses(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        ClaimedJob job = claimRuns(lab, lab.student(), runner, 1).getFirst();
        lab.advance(Duration.ofMinutes(10));
        lab.cameUp();
        assertThat(lab.runner().sweep()).isEmpty();
        lab.advance(LEASE.minusMillis(1));
        assertThat(lab.runner().sweep()).isEmpty();
        lab.advance(Duration.ofMillis(1));
        assertThat(lab.runner().sweep()).containsOnlyKeys(job.id());
    }

    @Test
    void aRestartOfTheDatabaseIsNoticedAndLosesNothing() throws SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            TestDatabase database = server.migratedDatabase();
            UUID student = UUID.randomUUID();
            EnqueuedJob waiting;
            ClaimedJob held;
            String before;
            try (Connection owner = database.owner();
                    Connection api = database.as("api");
                    Connection worker = database.as("runner")) {
                PostgresServer.execute(
                        owner,
                        "insert into users (id, username, display_name, role) values ('"
                                + student
                                + "', 'ada', 'Ada', 'student')");
                UUID runner = register(worker);
                before = one(owner, "select queue_up_since()::text");
                new Queue(api).enqueue(JobRequest.run(student));
                held = new Queue(worker).claim(runner, 1, 256).getFirst();
                waiting = new Queue(api).enqueue(JobRequest.run(student));
                PostgresServer.execute(
                        owner,
                        "update jobs set lease_expires_at = lease_expires_at - interval '1 hour' where state = 'running'");
            }
            server.crash();
            server.up();
            try (Connection owner = database.owner();
                    Connection worker = database.as("runner")) {
                assertThat(one(owner, "select queue_up_since()::text")).isGreaterThan(before);
                assertThat(new Queue(worker).sweep()).as("an outage burns no attempts").isEmpty();
                assertThat(new Queue(worker).heartbeat(held.runner(), List.of(held.token())))
                        .hasSize(1);
                new Queue(worker).complete(held, "accepted");
                assertThat(new Queue(worker).claim(held.runner(), 1, 256))
                        .extracting(ClaimedJob::id)
                        .containsExactly(waiting.id());
            }
        }
    }

    private static UUID register(Connection worker) throws SQLException {
        return UUID.fromString(
                one(
                        worker,
                        """
                        select runner_id from register_runner('here', '1', 1, 256, 'namespaces', '{}',
                            '[{"id": "python", "name": "Python", "version": "3", "extension": "py", "editorMode": "python",
                            "sourceFile": "main.py"}]')\
                        """));
    }

    private static String one(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static List<ClaimedJob> claimRuns(Lab lab, UUID student, UUID runner, int count)
            throws SQLException {
        Queue api = lab.api();
        for (int i = 0; i < count; i++) {
            api.enqueue(JobRequest.run(student));
        }
        List<ClaimedJob> claimed = lab.runner().claim(runner, count, 256 * count);
        assertThat(claimed).hasSize(count);
        return claimed;
    }
}
