/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class JudgeAgainTests {

    @Test
    void aSystemErrorIsJudgedAgainAsANewJob(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID staff = lab.student();
        UUID version = lab.problem(3);
        UUID contest = lab.contest(version, Duration.ofHours(1));
        lab.register(contest, student);
        lab.api()
                .enqueue(
                        new JobRequest(
                                student,
                                "contest_submit",
                                "python",
                                256,
                                version,
                                contest,
                                null,
                                null));
        UUID failed = failed(lab);
        lab.advance(Duration.ofHours(2));
        try (Connection api = lab.connect("api")) {
            UUID retry = retry(api, failed, staff);
            assertThat(
                            lab.rows(
                                    """
                                    select r.kind, r.state, r.attempt, r.alone, r.tests_total, r.retry_of = o.id, r.contest_id = o.contest_id,
                                        r.order_key = queue_now(), r.enqueued_at = queue_now(), s.source = t.source, s.stdin = t.stdin,
                                        s.cpu_ms = t.cpu_ms, s.output_kb = t.output_kb, o.verdict
                                    from jobs r join jobs o on o.id = r.retry_of
                                    join job_sources s on s.job_id = r.id join job_sources t on t.job_id = o.id
                                    where r.id = ?\
                                    """,
                                    retry))
                    .as("after the contest's end too")
                    .containsExactly("contest_submit queued 0 f 3 t t t t t t t t system_error");
            assertThat(retry(api, failed, staff)).as("asked twice").isEqualTo(retry);
        }
        assertThat(
                        lab.rows(
                                "select action, user_id = ?, job_id = ? from staff_actions",
                                staff,
                                failed))
                .containsExactly("retry t t");
    }

    @Test
    void manyWhoClickAtOnceMakeOneJob(Lab lab) throws Exception {
        lab.api().enqueue(JobRequest.run(lab.student()));
        UUID failed = failed(lab);
        List<Connection> apis = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            apis.add(lab.connect("api"));
        }
        Set<String> retries =
                new HashSet<>(
                        AtOnce.run(
                                12,
                                number -> String.valueOf(retry(apis.get(number), failed, null))));
        assertThat(retries).hasSize(1).doesNotContain("null");
        assertThat(lab.number("select count(*) from jobs")).isEqualTo(2);
    }

    @Test
    void aVerdictThatStandsAndAJobWithoutOneAreNotJudgedAgain(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(2, 512);
        Queue worker = lab.runner();
        UUID waiting = lab.api().enqueue(JobRequest.run(student)).id();
        try (Connection api = lab.connect("api")) {
            refused("JQ011", () -> retry(api, waiting, null));
            ClaimedJob job = worker.claim(runner, 1, 256).getFirst();
            refused("JQ011", () -> retry(api, job.id(), null));
            worker.complete(job, "wrong_answer");
            refused("JQ011", () -> retry(api, job.id(), null));
            UUID cancelled = lab.api().enqueue(JobRequest.run(student)).id();
            lab.api().cancel(cancelled, student);
            refused("JQ011", () -> retry(api, cancelled, null));
            assertThat(retry(api, UUID.randomUUID(), null)).isNull();
        }
        assertThat(lab.number("select count(*) from jobs")).isEqualTo(2);
    }

    @Test
    void whatStaffHaveJudgedAgainCountsAgainstNobodysLimits(Lab lab) throws SQLException {
        UUID student = lab.student();
        lab.setting("jobs_in_flight", 1);
        lab.setting("runs_per_minute", 2);
        lab.api().enqueue(JobRequest.run(student));
        UUID failed = failed(lab);
        try (Connection api = lab.connect("api")) {
            retry(api, failed, null);
        }
        lab.api().enqueue(JobRequest.run(student));
        refused("JQ001", () -> lab.api().enqueue(JobRequest.run(student)));
    }

    @Test
    void allVerdictsOfARunnerAreWithdrawnAndItsSubmitsJudgedAgain(Lab lab) throws SQLException {
        UUID bad = lab.registered(20, 10_000);
        UUID good = lab.registered(20, 10_000);
        UUID version = lab.problem(1);
        Queue worker = lab.runner();
        for (int i = 0; i < 3; i++) {
            lab.api().enqueue(JobRequest.submit(lab.student(), version));
            lab.api().enqueue(JobRequest.run(lab.student()));
        }
        for (ClaimedJob job : worker.claim(bad, 6, 10_000)) {
            worker.complete(job, "accepted");
        }
        lab.api().enqueue(JobRequest.submit(lab.student(), version));
        worker.complete(worker.claim(good, 1, 10_000).getFirst(), "accepted");
        lab.api().enqueue(JobRequest.submit(lab.student(), version));
        ClaimedJob inHand = worker.claim(bad, 1, 10_000).getFirst();
        try (Connection api = lab.connect("api")) {
            Withdrawn first = withdraw(api, bad, null, 4);
            assertThat(first.voided()).isEqualTo(4);
            assertThat(first.retried()).isEqualTo(judgedAgain(lab));
            assertThat(worker.claim(bad, 20, 10_000)).as("it gets no more work").isEmpty();
            Withdrawn second = withdraw(api, bad, first.last(), 4);
            assertThat(second.voided()).isEqualTo(2);
            assertThat(withdraw(api, bad, second.last(), 4)).isEqualTo(new Withdrawn(0, 0, null));
            assertThat(withdraw(api, bad, null, 100).voided()).as("once more").isZero();
        }
        refused("JQ005", () -> worker.complete(inHand, "accepted"));
        assertThat(lab.rows("select attempt, alone from jobs where id = ?", inHand.id()))
                .as("nobody is to blame for what it had in hand")
                .containsExactly("0 f");
        assertThat(
                        lab.rows(
                                """
                                select kind, state, verdict, voided_at is not null, retry_of is not null, count(*) from jobs
                                group by 1, 2, 3, 4, 5 order by 1, 2 desc, 4, 5\
                                """))
                .containsExactly(
                        "run done accepted t f 3",
                        "submit queued null f f 1",
                        "submit queued null f t 3",
                        "submit done accepted f f 1",
                        "submit done accepted t f 3");
        assertThat(
                        lab.rows(
                                "select action, runner_id = ?, reason from staff_actions order by id",
                                bad))
                .containsExactly(
                        "void t 4 verdicts, 1 jobs in hand: it lied",
                        "void t 2 verdicts, 0 jobs in hand: it lied",
                        "void t 0 verdicts, 0 jobs in hand: it lied");
        // a plain run whose verdict was withdrawn is judged again on request
        UUID run = UUID.fromString(lab.text("select id from jobs where kind = 'run' limit 1"));
        try (Connection api = lab.connect("api")) {
            assertThat(retry(api, run, null)).isNotNull();
        }
    }

    @Test
    void whatIsJudgedAgainAfterAWithdrawalShutsNobodyOut(Lab lab) throws SQLException {
        lab.setting("queue_limit", 10);
        UUID bad = lab.registered(40, 20_000);
        UUID version = lab.problem(1);
        Queue worker = lab.runner();
        for (int i = 0; i < 15; i++) {
            lab.api().enqueue(JobRequest.submit(lab.student(), version));
        }
        for (ClaimedJob job : worker.claim(bad, 15, 20_000)) {
            worker.complete(job, "accepted");
        }
        try (Connection api = lab.connect("api")) {
            assertThat(withdraw(api, bad, null, 100).retried()).isEqualTo(15);
        }
        lab.advance(Duration.ofMinutes(5));
        EnqueuedJob run = lab.api().enqueue(JobRequest.run(lab.student()));
        assertThat(run.before()).isZero();
        UUID good = lab.registered(1, 256);
        assertThat(worker.claim(good, 1, 256).getFirst().id()).isEqualTo(run.id());
        // and after ten minutes they have waited long enough
        lab.advance(Duration.ofMinutes(6));
        lab.api().enqueue(JobRequest.run(lab.student()));
        assertThat(worker.claim(lab.registered(1, 256), 1, 256).getFirst().kind())
                .isEqualTo("submit");
    }

    private static int judgedAgain(Lab lab) throws SQLException {
        return (int) lab.number("select count(*) from jobs where retry_of is not null");
    }

    private record Withdrawn(int voided, int retried, @Nullable UUID last) {}

    /** The one job, after all its attempts failed. */
    private static UUID failed(Lab lab) throws SQLException {
        lab.setting("attempts", 1);
        ClaimedJob job = lab.runner().claim(lab.registered(1, 256), 1, 256).getFirst();
        assertThat(lab.runner().fail(job, "no space on the disk")).isEqualTo("system_error");
        return job.id();
    }

    private static @Nullable UUID retry(Connection api, UUID job, @Nullable UUID asker)
            throws SQLException {
        try (PreparedStatement call = api.prepareStatement("select retry_job(?, ?)")) {
            call.setObject(1, job);
            call.setObject(2, asker, Types.OTHER);
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return rows.getObject(1, UUID.class);
            }
        }
    }

    private static Withdrawn withdraw(Connection api, UUID runner, @Nullable UUID after, int limit)
            throws SQLException {
        try (PreparedStatement call =
                api.prepareStatement("select * from void_runner(?, 'it lied', null, ?, ?)")) {
            call.setObject(1, runner);
            call.setObject(2, after, Types.OTHER);
            call.setInt(3, limit);
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return new Withdrawn(rows.getInt(1), rows.getInt(2), rows.getObject(3, UUID.class));
            }
        }
    }
}
