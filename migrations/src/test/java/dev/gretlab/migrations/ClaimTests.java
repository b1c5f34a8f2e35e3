/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class ClaimTests {

    @Test
    void sixteenRunnersAtOnceTakeEachJobOnce(Lab lab) throws Exception {
        lab.setting("queue_limit", 100_000);
        List<UUID> students = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            students.add(lab.student());
        }
        Queue api = lab.api();
        Set<UUID> enqueued = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            enqueued.add(api.enqueue(JobRequest.run(students.get(i % 30))).id());
        }
        List<Queue> workers = new ArrayList<>();
        List<UUID> runners = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            workers.add(lab.runner());
            runners.add(lab.registered(100_000, 100_000_000));
        }
        List<List<ClaimedJob>> taken =
                AtOnce.run(
                        16,
                        number -> {
                            List<ClaimedJob> mine = new ArrayList<>();
                            int slots = 1 + number % 8;
                            while (true) {
                                List<ClaimedJob> claimed =
                                        workers.get(number)
                                                .claim(runners.get(number), slots, 100_000_000);
                                if (claimed.isEmpty()) {
                                    return mine;
                                }
                                mine.addAll(claimed);
                            }
                        });
        List<UUID> all = taken.stream().flatMap(List::stream).map(ClaimedJob::id).toList();
        assertThat(all).doesNotHaveDuplicates().hasSize(2000);
        assertThat(enqueued).containsExactlyInAnyOrderElementsOf(all);
        assertThat(lab.number("select count(distinct lease_token) from jobs")).isEqualTo(2000);
    }

    @Test
    void noMoreThanTheFreeSlotsAndTheFreeMemoryAreFilled(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(8, 2048);
        Queue api = lab.api();
        Queue worker = lab.runner();
        for (int i = 0; i < 10; i++) {
            api.enqueue(JobRequest.run(student));
        }
        assertThat(worker.claim(runner, 0, 2048)).isEmpty();
        assertThat(worker.claim(runner, -1, 2048)).isEmpty();
        assertThat(worker.claim(runner, 3, 2048)).hasSize(3);
        assertThat(worker.claim(runner, 5, 600)).hasSize(2);
        assertThat(worker.claim(runner, 3, 255)).isEmpty();
        refused("JQ006", () -> worker.claim(UUID.randomUUID(), 1, 256));
    }

    @Test
    void aClaimCarriesAllThatTheRunnerNeeds(Lab lab) throws SQLException {
        UUID version = lab.problem(2);
        lab.api().enqueue(JobRequest.submit(lab.student(), version));
        UUID runner = lab.registered(1, 256);
        // as the owner: the helper of the other tests reads less
        assertThat(
                        lab.rows(
                                """
                                select attempt, lease_ms, kind, language, alone, convert_from(source, 'UTF8'),
                                    convert_from(stdin, 'UTF8'), cpu_ms, wall_ms, memory_mb, output_kb, validator,
                                    jsonb_path_query_array(tests, '$[*].number'), jsonb_path_query_array(tests, '$[*].visible'),
                                    tests #>> '{0,inputHash}' = encode(sha256(convert_to(?, 'UTF8')), 'hex'),
                                    tests #>> '{1,answerHash}' = encode(sha256(convert_to(?, 'UTF8')), 'hex')
                                from claim_jobs(?, '{python}', 1, 256)\
                                """,
                                "input 1 of " + version,
                                "answer 2 of " + version,
                                runner))
                .containsExactly(
                        "1 15000 submit python f print(input()) 42 2000 11000 256 1024"
                                + " {\"kind\": \"default\"} [1, 2] [true, false] t t");
    }

    @Test
    void aClaimWhoseAnswerGotLostComesAgainInTheSameAttempt(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(4, 1024);
        Queue api = lab.api();
        for (int i = 0; i < 5; i++) {
            api.enqueue(JobRequest.run(student));
        }
        Queue worker = lab.runner();
        ClaimedJob known = worker.claim(runner, 1, 1024).getFirst();
        List<ClaimedJob> lost = worker.claim(runner, 2, 768, List.of(known.token()));
        assertThat(lost).hasSize(2);
        lab.advance(Duration.ofSeconds(10));
        List<ClaimedJob> again = worker.claim(runner, 3, 768, List.of(known.token()));
        assertThat(again.subList(0, 2)).isEqualTo(lost);
        assertThat(again).hasSize(3);
        assertThat(again.getLast().attempt()).isEqualTo(1);
        assertThat(
                        lab.rows(
                                "select distinct lease_expires_at - queue_now() from jobs where lease_token = any (?)",
                                (Object) new UUID[] {lost.get(0).token(), lost.get(1).token()}))
                .as("under a whole lease")
                .containsExactly("00:00:15");
        assertThat(
                        worker.claim(
                                runner,
                                1,
                                256,
                                List.of(
                                        known.token(),
                                        lost.get(0).token(),
                                        lost.get(1).token(),
                                        again.getLast().token())))
                .as("what is held is not given again")
                .hasSize(1)
                .doesNotContainAnyElementsOf(again);
    }

    @Test
    void aLostAnswerTakesSlotsAndMemoryBeforeNewWork(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(4, 1024);
        for (int i = 0; i < 4; i++) {
            lab.api().enqueue(JobRequest.run(student));
        }
        Queue worker = lab.runner();
        List<ClaimedJob> lost = worker.claim(runner, 2, 1024);
        assertThat(worker.claim(runner, 2, 1024, List.of())).isEqualTo(lost);
        assertThat(worker.claim(runner, 1, 1024, List.of())).isEqualTo(lost.subList(0, 1));
        assertThat(worker.claim(runner, 4, 600, List.of())).isEqualTo(lost);
        assertThat(worker.claim(runner, 4, 768, List.of())).hasSize(3).containsAll(lost);
    }

    @Test
    void aLostAnswerWithAJobThatRunsAloneComesAgainAlone(Lab lab) throws SQLException {
        UUID runner = lab.registered(4, 1024);
        Queue worker = lab.runner();
        lab.api().enqueue(JobRequest.run(lab.student()));
        worker.fail(worker.claim(runner, 1, 1024).getFirst(), "the jail broke");
        lab.advance(Duration.ofSeconds(1));
        lab.api().enqueue(JobRequest.run(lab.student()));
        List<ClaimedJob> lost = worker.claim(runner, 4, 1024, List.of());
        assertThat(lost).hasSize(1).allMatch(ClaimedJob::alone);
        assertThat(worker.claim(runner, 4, 1024, List.of())).isEqualTo(lost);
    }

    @Test
    void aClaimTellsStudentsApartAndNoMore(Lab lab) throws SQLException {
        UUID one = lab.student();
        UUID runner = lab.registered(4, 1024);
        lab.api().enqueue(JobRequest.run(one));
        lab.api().enqueue(JobRequest.run(one));
        lab.api().enqueue(JobRequest.run(lab.student()));
        assertThat(
                        lab.rows(
                                """
                                select count(distinct student), count(*) filter (where position(student::text in ?) > 0)
                                from claim_jobs(?, '{python}', 3, 1024)\
                                """,
                                one.toString(),
                                runner))
                .containsExactly("2 0");
    }

    @Test
    void aRunOfAProblemBringsNoTests(Lab lab) throws SQLException {
        UUID version = lab.problem(2);
        lab.api()
                .enqueue(
                        new JobRequest(
                                lab.student(), "run", "python", 256, version, null, null, null));
        assertThat(
                        lab.rows(
                                "select validator is null, tests is null from claim_jobs(?, '{python}', 1, 256)",
                                lab.registered(1, 256)))
                .containsExactly("t t");
    }

    @Test
    void aJobThatFailedRunsAloneOnItsNextRunner(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(4, 1024);
        Queue api = lab.api();
        Queue worker = lab.runner();
        api.enqueue(JobRequest.run(student));
        ClaimedJob failed = worker.claim(runner, 4, 1024).getFirst();
        assertThat(failed.alone()).isFalse();
        assertThat(worker.fail(failed, "the jail broke")).isEqualTo("requeued");
        lab.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 3; i++) {
            api.enqueue(JobRequest.run(student));
        }
        List<ClaimedJob> claimed = worker.claim(runner, 4, 1024);
        assertThat(claimed).hasSize(1);
        assertThat(claimed.getFirst())
                .extracting(ClaimedJob::id, ClaimedJob::attempt, ClaimedJob::alone)
                .containsExactly(failed.id(), 2, true);
        assertThat(worker.claim(runner, 3, 768)).isEmpty();
        worker.complete(claimed.getFirst(), "accepted");
        assertThat(worker.claim(runner, 4, 1024)).hasSize(3);
    }

    @Test
    void oneBusyRunnerEmptiesItselfForAJobAloneWhileOthersGoOn(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        Queue worker = lab.runner();
        UUID first = lab.registered(2, 512);
        UUID second = lab.registered(2, 512);
        ClaimedJob alone = aloneJob(lab, student);
        lab.advance(Duration.ofSeconds(-1));
        api.enqueue(JobRequest.run(student));
        api.enqueue(JobRequest.run(student));
        lab.advance(Duration.ofSeconds(2));
        for (int i = 0; i < 6; i++) {
            api.enqueue(JobRequest.run(student));
        }
        ClaimedJob busy = worker.claim(first, 1, 512).getFirst();
        ClaimedJob neighbour = worker.claim(second, 1, 512).getFirst();
        // the first meets it, keeps it for itself and takes nothing behind it
        assertThat(worker.claim(first, 1, 256)).isEmpty();
        assertThat(lab.text("select reserved_by from jobs where id = ?", alone.id()))
                .isEqualTo(first.toString());
        // the second passes it by
        List<ClaimedJob> passed = worker.claim(second, 1, 256);
        assertThat(passed).hasSize(1);
        assertThat(passed.getFirst().id()).isNotEqualTo(alone.id());
        // it stays kept as long as the first asks again
        for (int i = 0; i < 3; i++) {
            lab.advance(Duration.ofSeconds(10));
            worker.heartbeat(first, List.of(busy.token()));
            worker.heartbeat(second, List.of(neighbour.token(), passed.getFirst().token()));
            assertThat(worker.claim(first, 1, 256)).isEmpty();
        }
        worker.complete(busy, "accepted");
        assertThat(worker.claim(first, 2, 512))
                .extracting(ClaimedJob::id)
                .containsExactly(alone.id());
        assertThat(worker.claim(second, 1, 256)).as("the others go on").hasSize(1);
    }

    @Test
    void anIdleRunnerTakesAJobAloneThatABusyOneKeeps(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue worker = lab.runner();
        UUID busy = lab.registered(2, 512);
        ClaimedJob alone = aloneJobWithBusyRunner(lab, student, busy);
        UUID idle = lab.registered(2, 512);
        List<ClaimedJob> claimed = worker.claim(idle, 2, 512);
        assertThat(claimed).extracting(ClaimedJob::id).containsExactly(alone.id());
        assertThat(lab.text("select reserved_by from jobs where id = ?", alone.id()))
                .isEqualTo("null");
    }

    @Test
    void aRunnerThatKeepsAJobAndDiesLosesItAfterALease(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue worker = lab.runner();
        UUID dead = lab.registered(2, 512);
        UUID other = lab.registered(2, 512);
        ClaimedJob alone = aloneJobWithBusyRunner(lab, student, dead);
        lab.api().enqueue(JobRequest.run(student));
        lab.sql(
                "update jobs set order_key = order_key - interval '1 hour' where state = 'queued' and not alone");
        ClaimedJob own = worker.claim(other, 1, 512).getFirst();
        lab.advance(Duration.ofSeconds(15).minusMillis(1));
        worker.heartbeat(other, List.of(own.token()));
        assertThat(worker.claim(other, 1, 256)).isEmpty();
        assertThat(lab.text("select reserved_by from jobs where id = ?", alone.id()))
                .isEqualTo(dead.toString());
        lab.advance(Duration.ofMillis(1));
        assertThat(worker.claim(other, 1, 256)).isEmpty();
        assertThat(lab.text("select reserved_by from jobs where id = ?", alone.id()))
                .isEqualTo(other.toString());
    }

    @Test
    void aRunnerWithOtherWorkFirstDoesNotTakeAKeptJobFromItsKeeper(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue worker = lab.runner();
        UUID keeper = lab.registered(2, 512);
        ClaimedJob alone = aloneJobWithBusyRunner(lab, student, keeper);
        UUID before = lab.api().enqueue(JobRequest.run(student)).id();
        lab.sql("update jobs set order_key = order_key - interval '1 hour' where id = ?", before);
        UUID idle = lab.registered(2, 512);
        assertThat(worker.claim(idle, 2, 512)).extracting(ClaimedJob::id).containsExactly(before);
        assertThat(lab.text("select reserved_by from jobs where id = ?", alone.id()))
                .isEqualTo(keeper.toString());
    }

    @Test
    void aRunnerThatRunsAJobAloneKeepsNoOther(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue worker = lab.runner();
        ClaimedJob one = aloneJob(lab, student);
        lab.advance(Duration.ofSeconds(1));
        ClaimedJob two = aloneJob(lab, student);
        UUID first = lab.registered(2, 512);
        assertThat(worker.claim(first, 2, 512))
                .extracting(ClaimedJob::id)
                .containsExactly(one.id());
        assertThat(lab.text("select reserved_by from jobs where id = ?", two.id()))
                .isEqualTo("null");
    }

    @Test
    void twoClaimsOfOneRunnerAtOnceStillRunAJobAlone(Lab lab) throws Exception {
        UUID student = lab.student();
        Queue api = lab.api();
        List<Queue> workers = List.of(lab.runner(), lab.runner(), lab.runner(), lab.runner());
        for (int round = 0; round < 30; round++) {
            aloneJob(lab, student);
            lab.advance(Duration.ofSeconds(1));
            for (int i = 0; i < 4; i++) {
                api.enqueue(JobRequest.run(student));
            }
            UUID runner = lab.registered(4, 4096);
            AtOnce.run(4, number -> workers.get(number).claim(runner, 4, 4096));
            assertThat(
                            lab.number(
                                    "select count(*) from jobs where state = 'running' and runner_id = ?",
                                    runner))
                    .isEqualTo(1);
            lab.sql("delete from jobs");
        }
    }

    /** A queued job whose first attempt failed. */
    private static ClaimedJob aloneJob(Lab lab, UUID student) throws SQLException {
        UUID id = lab.api().enqueue(JobRequest.run(student)).id();
        Queue worker = lab.runner();
        lab.sql("update jobs set language = 'hidden' where state = 'queued' and id <> ?", id);
        ClaimedJob job = worker.claim(lab.registered(1, 256), 1, 256).getFirst();
        lab.sql("update jobs set language = 'python' where state = 'queued'");
        assertThat(job.id()).isEqualTo(id);
        worker.fail(job, "the judge broke");
        return job;
    }

    /** The same, kept for a runner with one busy slot of two. */
    private static ClaimedJob aloneJobWithBusyRunner(Lab lab, UUID student, UUID busy)
            throws SQLException {
        Queue worker = lab.runner();
        lab.api().enqueue(JobRequest.run(student));
        assertThat(worker.claim(busy, 1, 512)).hasSize(1);
        lab.advance(Duration.ofSeconds(1));
        ClaimedJob alone = aloneJob(lab, student);
        assertThat(worker.claim(busy, 1, 256)).isEmpty();
        assertThat(lab.text("select reserved_by from jobs where id = ?", alone.id()))
                .isEqualTo(busy.toString());
        return alone;
    }
}
