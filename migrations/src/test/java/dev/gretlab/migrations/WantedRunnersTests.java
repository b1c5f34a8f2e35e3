/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How many runners the autoscaler is asked for, before and during contests. */
@Tag("db")
@ExtendWith(LabResolver.class)
class WantedRunnersTests {

    private static final Duration LEAD = Duration.ofMinutes(10);

    private static long wanted(Lab lab) throws SQLException {
        return lab.number("select wanted_runners()");
    }

    /** Of an hour, in so long, with so many participants. */
    private static UUID contest(Lab lab, Duration in, int registered) throws SQLException {
        UUID contest = lab.contest(lab.problem(1), Duration.ofHours(1));
        lab.sql(
                "update contests set starts_at = starts_at + make_interval(secs => ?), ends_at = ends_at + make_interval(secs => ?) where id = ?",
                (double) in.toSeconds(),
                (double) in.toSeconds(),
                contest);
        for (int i = 0; i < registered; i++) {
            lab.register(contest, lab.student());
        }
        return contest;
    }

    /** The first job of the queue keeps the runner's slot for so long. */
    private static void judgedIn(Duration time, Lab lab, Queue worker, UUID runner)
            throws SQLException {
        ClaimedJob job = worker.claim(runner, 1, 256).getFirst();
        lab.advance(time);
        worker.complete(job, "accepted");
    }

    @Test
    void aContestWantsItsRunnersFromTheLeadTimeToItsEnd(Lab lab) throws SQLException {
        contest(lab, LEAD.plusSeconds(1), 63);
        assertThat(wanted(lab)).as("not yet").isZero();
        lab.advance(Duration.ofSeconds(1));
        // 63 people, each with a press of one second in 30, on slots that are busy for 0.7 of the
        // time
        assertThat(wanted(lab)).as("of one slot").isEqualTo(3);
        lab.registered(2, 512);
        assertThat(wanted(lab)).as("of two slots").isEqualTo(2);
        lab.advance(LEAD);
        lab.registered(2, 512);
        assertThat(wanted(lab)).as("while it runs").isEqualTo(2);
        lab.setting("contest_press_s", 10);
        assertThat(wanted(lab)).as("three times as often").isEqualTo(5);
        lab.advance(Duration.ofHours(1).minusSeconds(1));
        lab.registered(2, 512);
        assertThat(wanted(lab)).as("a second before its end").isEqualTo(5);
        lab.advance(Duration.ofSeconds(1));
        assertThat(wanted(lab)).as("at its end").isZero();
    }

    @Test
    void theLeadTimeIsASetting(Lab lab) throws SQLException {
        contest(lab, Duration.ofHours(1), 21);
        assertThat(wanted(lab)).isZero();
        lab.setting("contest_lead_min", 60);
        assertThat(wanted(lab)).isEqualTo(1);
    }

    @Test
    void contestsAddUp(Lab lab) throws SQLException {
        contest(lab, Duration.ofMinutes(1), 42);
        contest(lab, Duration.ofMinutes(2), 42);
        contest(lab, Duration.ofDays(1), 42);
        contest(lab, Duration.ZERO, 0);
        assertThat(wanted(lab)).isEqualTo(4);
    }

    @Test
    void whatAJobTakesIsMeasured(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        Queue api = lab.api();
        Queue worker = lab.runner();
        contest(lab, Duration.ofMinutes(5), 21);
        assertThat(wanted(lab)).isEqualTo(1);
        for (int seconds = 2; seconds <= 4; seconds++) {
            api.enqueue(JobRequest.run(student));
            // waiting is no work
            lab.advance(Duration.ofSeconds(7));
            judgedIn(Duration.ofSeconds(seconds), lab, worker, runner);
        }
        assertThat(lab.text("select round(job_slot_seconds(), 3)")).isEqualTo("3.000");
        assertThat(wanted(lab)).isEqualTo(3);
        // what nobody judged says nothing
        UUID never = api.enqueue(JobRequest.run(student)).id();
        lab.advance(Duration.ofMinutes(1));
        lab.registered(1, 256);
        api.cancel(never, student);
        assertThat(wanted(lab)).isEqualTo(3);
    }

    @Test
    void theOldJobsAreForgotten(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        Queue api = lab.api();
        Queue worker = lab.runner();
        api.enqueue(JobRequest.run(student));
        judgedIn(Duration.ofMinutes(5), lab, worker, runner);
        assertThat(lab.text("select round(job_slot_seconds())")).isEqualTo("300");
        for (int i = 0; i < 200; i++) {
            api.enqueue(JobRequest.run(student));
            judgedIn(Duration.ofMillis(500), lab, worker, runner);
        }
        assertThat(lab.text("select round(job_slot_seconds(), 1)")).isEqualTo("0.5");
    }

    /** Jobs of the contest are the need that was foreseen; others' come on top of it. */
    @Test
    void whatWaitsCountsWhereItIsMore(Lab lab) throws SQLException {
        UUID contest = contest(lab, Duration.ZERO, 42);
        UUID version =
                UUID.fromString(
                        lab.text(
                                "select v.id from problem_versions v join contest_problems p using (problem_id) where p.contest_id = ?",
                                contest));
        assertThat(wanted(lab)).isEqualTo(2);
        Queue api = lab.api();
        api.enqueue(JobRequest.run(lab.student()));
        assertThat(wanted(lab)).isEqualTo(3);
        UUID participant = lab.student();
        lab.register(contest, participant);
        api.enqueue(JobRequest.contestSubmit(participant, version, contest));
        assertThat(wanted(lab)).as("43 participants").isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            api.enqueue(JobRequest.contestSubmit(participant, version, contest));
        }
        assertThat(wanted(lab)).as("five of the contest and one other").isEqualTo(6);
    }
}
