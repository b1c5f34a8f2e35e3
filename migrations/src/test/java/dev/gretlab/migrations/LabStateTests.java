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

/** What the operator acts on. */
@Tag("db")
@ExtendWith(LabResolver.class)
class LabStateTests {

    private static final String HOLDS =
            """
            {"kernel": "Linux 4.4.0", "startMicros": 6000, "networkClosed": true, "secretsHidden": true, "cpuLimited": true,
             "memoryLimited": true, "outputLimited": true}\
            """;

    private static void says(Lab lab, UUID runner, String name, String selfTest)
            throws SQLException {
        lab.sql(
                "update runners set name = ?, isolation = 'gvisor', self_test = ?::jsonb where id = ?",
                name,
                selfTest,
                runner);
    }

    private static java.util.List<String> reports(Lab lab) throws SQLException {
        return lab.rows("select name, isolation, online, failed from runner_reports()");
    }

    @Test
    void whatHoldsIsNotNamedAndWhatFailedOrWasNotTriedIs(Lab lab) throws SQLException {
        says(lab, lab.registered(1, 256), "a", HOLDS);
        says(
                lab,
                lab.registered(1, 256),
                "b",
                HOLDS.replace("\"outputLimited\": true", "\"outputLimited\": false"));
        says(lab, lab.registered(1, 256), "c", HOLDS.replace("\"networkClosed\": true, ", ""));
        says(lab, lab.registered(1, 256), "d", "{\"memoryLimited\": \"true\"}");
        says(lab, lab.registered(1, 256), "e", "[]");
        assertThat(reports(lab))
                .containsExactly(
                        "a gvisor t {}",
                        "b gvisor t {outputLimited}",
                        "c gvisor t {networkClosed}",
                        "d gvisor t {cpuLimited,memoryLimited,networkClosed,secretsHidden}",
                        "e gvisor t {cpuLimited,memoryLimited,networkClosed,secretsHidden}");
    }

    @Test
    void aRunnerThatFellSilentIsToldForTenMinutesAndOneThatSaidGoodbyeOrWasWithdrawnIsNot(Lab lab)
            throws SQLException {
        UUID silent = lab.registered(1, 256);
        says(lab, silent, "silent", HOLDS);
        lab.advance(Duration.ofMinutes(9));
        says(lab, lab.registered(1, 256), "up", HOLDS);
        UUID gone = lab.registered(1, 256);
        lab.sql("select beat_runner(?, 'gone', 0, 0)", gone);
        lab.sql("update runners set voided_at = queue_now() where id = ?", lab.registered(1, 256));
        assertThat(reports(lab)).containsExactly("up gvisor t {}", "silent gvisor f {}");
        assertThat(lab.text("select last_beat_seconds from runner_reports() where name = 'silent'"))
                .isEqualTo("540");
        lab.advance(Duration.ofMinutes(1));
        assertThat(reports(lab)).containsExactly("up gvisor f {}");
    }

    @Test
    void whatAThiefOfTheRunnersPasswordSaysIsBounded(Lab lab) throws SQLException {
        StringBuilder claims = new StringBuilder("{");
        for (int i = 0; i < 50; i++) {
            claims.append("\"").append("x".repeat(5000)).append(i).append("\": false, ");
        }
        says(lab, lab.registered(1, 256), "n".repeat(5000), claims.append("\"a\": 1}").toString());
        assertThat(
                        lab.rows(
                                "select length(name), cardinality(failed), (select max(length(f)) from unnest(failed) f) from runner_reports()"))
                .containsExactly("100 20 40");
    }

    @Test
    void aContestRunsFromItsBeginningToItsEnd(Lab lab) throws SQLException {
        assertThat(lab.rows("select * from running_contests()")).isEmpty();
        UUID contest = lab.contest(lab.problem(1), Duration.ofHours(2));
        String slug = "k" + contest;
        assertThat(lab.rows("select slug from running_contests()")).containsExactly(slug);
        lab.advance(Duration.ofHours(2).minusSeconds(1));
        assertThat(lab.rows("select slug from running_contests()")).containsExactly(slug);
        lab.advance(Duration.ofSeconds(1));
        assertThat(lab.rows("select slug from running_contests()")).isEmpty();
        lab.sql(
                "update contests set starts_at = queue_now() + interval '1 s', ends_at = queue_now() + interval '1 h'");
        assertThat(lab.rows("select slug from running_contests()")).isEmpty();
    }

    @Test
    void theSchemasVersionIsHowManyChangesetsRan(Lab lab) throws SQLException {
        assertThat(lab.number("select schema_version()"))
                .isEqualTo(lab.number("select count(*) from databasechangelog"))
                .isGreaterThan(30);
    }
}
