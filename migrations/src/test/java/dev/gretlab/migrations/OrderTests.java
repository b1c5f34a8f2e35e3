/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class OrderTests {

    @Test
    void eachKindHasItsHeadStartAndNoMore(Lab lab) throws SQLException {
        UUID version = lab.problem(1);
        UUID contest = lab.contest(version, Duration.ofHours(1));
        UUID student = lab.student();
        lab.register(contest, student);
        Queue api = lab.api();
        UUID run = api.enqueue(JobRequest.run(student)).id();
        lab.advance(Duration.ofMillis(9_999));
        UUID submitBefore = api.enqueue(JobRequest.submit(student, version)).id();
        lab.advance(Duration.ofMillis(2));
        UUID submitAfter = api.enqueue(JobRequest.submit(student, version)).id();
        lab.advance(Duration.ofMillis(19_998));
        UUID contestBefore = api.enqueue(JobRequest.contestSubmit(student, version, contest)).id();
        lab.advance(Duration.ofMillis(3));
        UUID contestAfter = api.enqueue(JobRequest.contestSubmit(student, version, contest)).id();
        assertThat(claimOneByOne(lab))
                .containsExactly(submitBefore, contestBefore, run, submitAfter, contestAfter);
    }

    @Test
    void aRunIsClaimedBeforeEveryContestSubmitThatCameMoreThanTheHeadStartAfterIt(Lab lab)
            throws SQLException {
        lab.setting("queue_limit", 100_000);
        lab.setting("jobs_in_flight", 100);
        UUID version = lab.problem(1);
        UUID contest = lab.contest(version, Duration.ofDays(1));
        Queue api = lab.api();
        UUID run = api.enqueue(JobRequest.run(lab.student())).id();
        UUID runner = lab.registered(8, 65_536);
        Queue worker = lab.runner();
        // 100 come each second and 32 are claimed, so that there is always one to overtake the run
        int claimedBefore = 0;
        boolean claimed = false;
        lab.sql(
                """
                insert into users (id, username, display_name, role)
                select gen_random_uuid(), 'c' || i, 'A student', 'student' from generate_series(1, 100) i\
                """);
        lab.sql(
                "insert into contest_registrations (contest_id, user_id) select ?, id from users where username ~ '^c[0-9]'",
                contest);
        for (int second = 0; second < 100; second++) {
            arrive(lab, version, contest);
            for (int i = 0; i < 4 && !claimed; i++) {
                for (ClaimedJob job : worker.claim(runner, 8, 65_536)) {
                    claimed |= job.id().equals(run);
                    claimedBefore += claimed ? 0 : 1;
                    worker.complete(job, "accepted");
                }
            }
            lab.advance(Duration.ofSeconds(1));
        }
        assertThat(lab.number("select count(*) from jobs where kind = 'contest_submit'"))
                .isEqualTo(10_000);
        assertThat(claimed).isTrue();
        // those that had come within its head start, and not one more
        assertThat(claimedBefore).isBetween(30 * 100 - 100, 31 * 100);
        assertThat(
                        lab.number(
                                """
                                select count(*) from jobs j, jobs run
                                where run.id = ? and j.kind = 'contest_submit' and j.claimed_at <= run.claimed_at
                                    and j.id not in (select id from jobs where claimed_at = run.claimed_at)
                                    and j.enqueued_at > run.enqueued_at + interval '30 seconds'\
                                """,
                                run))
                .isZero();
    }

    private static void arrive(Lab lab, UUID version, UUID contest) throws SQLException {
        lab.sql(
                """
                select enqueue_job(u.id, 'contest_submit', 'python', 'x'::bytea, ''::bytea, ?, ?, 1000, 8000, 256, 1024, null, null)
                from users u where u.username ~ '^c[0-9]'\
                """,
                version,
                contest);
    }

    @Test
    void theHeadStartOfAnEnqueueIsTheSettingOfThatMoment(Lab lab) throws SQLException {
        UUID version = lab.problem(1);
        UUID student = lab.student();
        Queue api = lab.api();
        UUID run = api.enqueue(JobRequest.run(student)).id();
        lab.setting("head_start_submit_s", 0);
        lab.advance(Duration.ofMillis(1));
        UUID submit = api.enqueue(JobRequest.submit(student, version)).id();
        assertThat(claimOneByOne(lab)).containsExactly(run, submit);
    }

    @Test
    void aJobThatNeedsMuchMemoryIsNotOvertaken(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(4, 1024);
        Queue api = lab.api();
        Queue worker = lab.runner();
        UUID small = api.enqueue(JobRequest.run(student)).id();
        lab.advance(Duration.ofSeconds(1));
        UUID big = api.enqueue(JobRequest.run(student).memory(1024)).id();
        lab.advance(Duration.ofSeconds(1));
        UUID later = api.enqueue(JobRequest.run(student)).id();
        ClaimedJob first = worker.claim(runner, 4, 1024).getFirst();
        assertThat(first.id()).isEqualTo(small);
        for (int i = 0; i < 5; i++) {
            lab.advance(Duration.ofSeconds(1));
            api.enqueue(JobRequest.run(student));
            assertThat(worker.claim(runner, 3, 768)).isEmpty();
        }
        worker.complete(first, "accepted");
        assertThat(worker.claim(runner, 4, 1024)).extracting(ClaimedJob::id).containsExactly(big);
        assertThat(worker.claim(runner, 3, 0)).isEmpty();
        // a runner that could never hold it passes it by
        UUID smallRunner = lab.registered(1, 512);
        assertThat(worker.claim(smallRunner, 1, 512))
                .extracting(ClaimedJob::id)
                .containsExactly(later);
    }

    @Test
    void aJobTooBigForARunnerDoesNotStandInItsWay(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        UUID big = api.enqueue(JobRequest.run(student).memory(2048)).id();
        lab.advance(Duration.ofSeconds(1));
        UUID small = api.enqueue(JobRequest.run(student)).id();
        assertThat(lab.runner().claim(lab.registered(2, 1024), 2, 1024))
                .extracting(ClaimedJob::id)
                .containsExactly(small);
        assertThat(lab.runner().claim(lab.registered(2, 4096), 2, 4096))
                .extracting(ClaimedJob::id)
                .containsExactly(big);
    }

    @Test
    void aRunnerGetsOnlyItsLanguages(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        UUID python = api.enqueue(JobRequest.run(student)).id();
        UUID c = api.enqueue(JobRequest.run(student).language("c")).id();
        UUID runner = lab.registered(4, 1024);
        assertThat(lab.runner().claim(runner, 4, 1024, "java")).isEmpty();
        assertThat(lab.runner().claim(runner, 4, 1024, "c", "java"))
                .extracting(ClaimedJob::id)
                .containsExactly(c);
        assertThat(lab.runner().claim(runner, 3, 768, "python"))
                .extracting(ClaimedJob::id)
                .containsExactly(python);
    }

    @Test
    void theSnapshotOfTheOrderIsTheOrderOfTheClaims(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID version = lab.problem(1);
        Queue api = lab.api();
        for (int i = 0; i < 40; i++) {
            api.enqueue(i % 3 == 0 ? JobRequest.submit(student, version) : JobRequest.run(student));
            lab.advance(Duration.ofMillis(700));
        }
        List<String> order = lab.rows("select job_id from queue_order(30)");
        assertThat(order).hasSize(30);
        assertThat(claimOneByOne(lab).subList(0, 30))
                .extracting(UUID::toString)
                .containsExactlyElementsOf(order);
    }

    @Test
    void theOldestAgeCountsFromTheEnqueue(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        assertThat(lab.text("select queue_oldest_seconds()")).isEqualTo("0");
        api.enqueue(JobRequest.submit(student, lab.problem(1)));
        lab.advance(Duration.ofMillis(2500));
        UUID run = api.enqueue(JobRequest.run(student)).id();
        assertThat(lab.text("select queue_oldest_seconds()")).isEqualTo("2.5");
        lab.runner().claim(lab.registered(1, 256), 1, 256);
        assertThat(lab.text("select queue_oldest_seconds()")).isEqualTo("0");
        assertThat(lab.rows("select * from queue_state() order by kind"))
                .containsExactly("contest_submit 0 0", "run 1 0", "submit 0 1");
        // the runner has one slot
        assertThat(lab.number("select wanted_runners()")).isEqualTo(2);
        api.cancel(run, student);
        assertThat(lab.number("select wanted_runners()")).isEqualTo(1);
    }

    private static List<UUID> claimOneByOne(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        Queue worker = lab.runner();
        List<UUID> order = new ArrayList<>();
        while (true) {
            List<ClaimedJob> claimed = worker.claim(runner, 1, 256);
            if (claimed.isEmpty()) {
                return order;
            }
            order.add(claimed.getFirst().id());
            worker.complete(claimed.getFirst(), "accepted");
        }
    }
}
