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
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Somebody who has a runner's password and a connection to the database: what is out of reach, and
 * what is not. {@link RolesTests} holds that no table and no other function is open to it.
 */
@Tag("db")
@ExtendWith(LabResolver.class)
class StolenRunnerPasswordTests {

    private static UUID registered(Connection thief) throws SQLException {
        try (PreparedStatement register =
                        thief.prepareStatement(
                                "select runner_id from register_runner('node-7', '1', 8, 65536, 'gvisor', '{}', '[]')");
                ResultSet row = register.executeQuery()) {
            row.next();
            return row.getObject(1, UUID.class);
        }
    }

    private static ClaimedJob claimed(Lab lab, UUID runner) throws SQLException {
        return lab.runner().claim(runner, 1, 65_536, "python").getFirst();
    }

    @Test
    void aJobInOtherHandsIsOutOfReachThoughItsIdIsKnown(Lab lab) throws SQLException {
        Connection thief = lab.connect("runner");
        UUID honest = lab.registered(1, 65_536);
        lab.api().enqueue(JobRequest.submit(lab.student(), lab.problem(2)));
        ClaimedJob job = claimed(lab, honest);
        // ids are told to who listens, tokens are not
        try (PreparedStatement listen = thief.prepareStatement("listen jobs_changed")) {
            listen.execute();
        }
        lab.sql("select announce_changed(array[?]::uuid[])", job.id());
        PGNotification[] heard = thief.unwrap(PGConnection.class).getNotifications(5_000);
        assertThat(heard).hasSize(1);
        assertThat(heard[0].getParameter()).isEqualTo(job.id().toString());

        Queue queue = new Queue(thief);
        UUID runner = registered(thief);
        ClaimedJob guess =
                new ClaimedJob(
                        job.id(),
                        job.attempt(),
                        UUID.randomUUID(),
                        runner,
                        job.kind(),
                        job.alone(),
                        job.memoryMb());
        refused("JQ005", () -> queue.complete(guess, "accepted"));
        refused("JQ005", () -> queue.fail(guess, "no"));
        refused("JQ005", () -> queue.giveBack(guess));
        assertThat(queue.progress(guess, "testing", 1, 2)).isFalse();
        assertThat(queue.heartbeat(runner, Set.of(guess.token()))).isEmpty();
        assertThat(queue.claim(runner, 8, 65_536, "python")).as("what others have").isEmpty();
        refused(
                "JQ005",
                () -> {
                    try (PreparedStatement fetch =
                            thief.prepareStatement("select fetch_tests(?, '{}')")) {
                        fetch.setObject(1, guess.token());
                        fetch.execute();
                    }
                });
        assertThat(queue.sweep()).as("leases that have not lapsed").isEmpty();

        lab.runner().complete(job, "wrong_answer");
        assertThat(lab.text("select verdict from jobs where id = ?", job.id()))
                .isEqualTo("wrong_answer");
    }

    @Test
    void aVerdictThatStandsIsNotChanged(Lab lab) throws SQLException {
        Connection thief = lab.connect("runner");
        UUID runner = registered(thief);
        lab.api().enqueue(JobRequest.run(lab.student()));
        ClaimedJob job = claimed(lab, runner);
        Queue queue = new Queue(thief);
        queue.complete(job, "wrong_answer");
        queue.complete(job, "accepted"); // taken as the same one sent again
        assertThat(lab.text("select verdict from jobs where id = ?", job.id()))
                .isEqualTo("wrong_answer");
        assertThat(lab.number("select count(*) from job_results where job_id = ?", job.id()))
                .isEqualTo(1);
    }

    @Test
    void itsJobsAreReadAndMisjudgedUntilStaffWithdrawThem(Lab lab) throws SQLException {
        Connection thief = lab.connect("runner");
        UUID runner = registered(thief);
        lab.api().enqueue(JobRequest.submit(lab.student(), lab.problem(2)));
        ClaimedJob job = claimed(lab, runner);
        // The source, and who has the lease has all tests of the problem too.
        byte[] hidden =
                lab.blob(
                        "answer 2 of "
                                + lab.text(
                                        "select problem_version_id from jobs where id = ?",
                                        job.id()));
        try (PreparedStatement fetch =
                thief.prepareStatement("select content from fetch_tests(?, array[?]::bytea[])")) {
            fetch.setObject(1, job.token());
            fetch.setBytes(2, hidden);
            try (ResultSet row = fetch.executeQuery()) {
                assertThat(row.next()).isTrue();
            }
        }
        new Queue(thief).complete(job, "accepted");

        try (PreparedStatement withdraw =
                lab.connect("api")
                        .prepareStatement(
                                "select void_runner(?, 'its password was stolen', null, null, 100)")) {
            withdraw.setObject(1, runner);
            withdraw.execute();
        }
        assertThat(lab.number("select count(*) from jobs where state = 'queued'"))
                .as("judged again")
                .isEqualTo(1);
        lab.advance(Duration.ofMinutes(1));
        assertThat(new Queue(thief).claim(runner, 1, 65_536, "python")).isEmpty();
        // Why the password must be changed first: as another runner it gets work again.
        assertThat(new Queue(thief).claim(registered(thief), 1, 65_536, "python")).hasSize(1);
    }

    @Test
    void itMayNameAnyLanguageButSwitchNoneOnOrOff(Lab lab) throws SQLException {
        Connection thief = lab.connect("runner");
        try (PreparedStatement register =
                thief.prepareStatement(
                        """
                        select register_runner('node-7', '1', 8, 65536, 'gvisor', '{}', '[{"id": "python", "name": "Snake",
                            "version": "0", "extension": "py", "editorMode": "python", "sourceFile": "main.py"}]')\
                        """)) {
            register.execute();
        }
        assertThat(lab.text("select name from languages where id = 'python'"))
                .as("until an honest runner registers")
                .isEqualTo("Snake");
        for (String statement :
                List.of(
                        "select set_setting('languages_off', 'python', null)",
                        "update languages set name = 'Python'",
                        "delete from languages")) {
            assertThat(denied(thief, statement)).as(statement).isTrue();
        }
    }

    private static boolean denied(Connection thief, String statement) throws SQLException {
        try (PreparedStatement attempt = thief.prepareStatement(statement)) {
            attempt.execute();
            return false;
        } catch (SQLException e) {
            return "42501".equals(e.getSQLState());
        }
    }
}
