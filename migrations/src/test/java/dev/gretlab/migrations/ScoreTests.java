/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Problems whose tests lie in groups: what a claim carries of them and what is recorded. */
@Tag("db")
@ExtendWith(LabResolver.class)
class ScoreTests {

    private static final String GRADING =
            """
            {"maxScore": "100", "groups": [
                {"name": "data", "parent": null, "shown": false, "maxScore": "100"},
                {"name": "sample", "parent": "data", "shown": true, "maxScore": null},
                {"name": "secret", "parent": "data", "shown": true, "maxScore": "100"}]}\
            """;

    /** Of every completion in these tests: a third of a hundred, and a group that nobody has. */
    private static final String RESULT =
            """
            {"cpuMs": 3, "score": "33.333333", "groups": [
                {"name": "secret", "verdict": "wrong_answer", "score": "33.333333"},
                {"name": "data", "verdict": "wrong_answer", "score": "33.333333"},
                {"name": "sample"},
                {"name": "invented", "verdict": "accepted", "score": "100"}]}\
            """;

    private static UUID graded(Lab lab) throws SQLException {
        UUID version = lab.problem(2);
        lab.sql("update problem_versions set grading = ?::jsonb where id = ?", GRADING, version);
        return version;
    }

    private static String claimedTests(Lab lab, UUID runner) throws SQLException {
        try (Connection connection = lab.connect("runner");
                PreparedStatement claim =
                        connection.prepareStatement(
                                "select tests::text from claim_jobs(?, '{python}', 1, 10000)")) {
            claim.setObject(1, runner);
            try (ResultSet rows = claim.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    private static void complete(Lab lab, ClaimedJob job, String result, String tests)
            throws SQLException {
        try (Connection connection = lab.connect("runner");
                PreparedStatement call =
                        connection.prepareStatement(
                                """
                                select * from complete_jobs(?, array[?::uuid], array[?::uuid], '{wrong_answer}', array[?::jsonb],
                                    '{""}', '{f}', '{""}', '{f}', '{""}', array[?::jsonb])\
                                """)) {
            call.setObject(1, job.runner());
            call.setObject(2, job.id());
            call.setObject(3, job.token());
            call.setString(4, result);
            call.setString(5, tests);
            call.executeQuery().close();
        }
    }

    @Test
    void aClaimCarriesTheRulesOfTheGroupsBesideTheTests(Lab lab) throws SQLException {
        lab.api().enqueue(JobRequest.submit(lab.student(), lab.problem(2)));
        lab.api().enqueue(JobRequest.submit(lab.student(), graded(lab)));
        UUID runner = lab.registered(2, 10_000);
        String plain = claimedTests(lab, runner);
        assertThat(lab.text("select jsonb_typeof(?::jsonb)", plain)).isEqualTo("array");
        String graded = claimedTests(lab, runner);
        assertThat(lab.text("select ?::jsonb -> 'grading' = ?::jsonb", graded, GRADING))
                .isEqualTo("t");
        assertThat(
                        lab.text(
                                "select string_agg(c ->> 'group', ' ' order by n) from jsonb_array_elements(?::jsonb -> 'cases')"
                                        + " with ordinality x (c, n)",
                                graded))
                .isEqualTo("sample secret");
    }

    @Test
    void whatIsRecordedOfGroupsIsTheProblemsWord(Lab lab) throws SQLException {
        lab.api().enqueue(JobRequest.submit(lab.student(), graded(lab)));
        ClaimedJob job = lab.runner().claim(lab.registered(1, 10_000), 1, 10_000).getFirst();
        complete(
                lab,
                job,
                RESULT,
                """
                [{"number": 1, "verdict": "accepted", "cpuMs": 1, "wallMs": 1, "memoryKb": 1},
                 {"number": 2, "verdict": "wrong_answer", "cpuMs": 1, "wallMs": 1, "memoryKb": 1, "score": "33.333333"}]\
                """);
        assertThat(
                        lab.rows(
                                "select number, name, shown, verdict, score, max_score from job_groups order by number"))
                .containsExactly(
                        "1 data f wrong_answer 33.333333 100.000000",
                        "2 sample t null null null",
                        "3 secret t wrong_answer 33.333333 100.000000");
        assertThat(lab.text("select score from job_results")).isEqualTo("33.333333");
        assertThat(lab.rows("select number, score from job_tests order by number"))
                .containsExactly("1 null", "2 33.333333");
        complete(lab, job, RESULT, "[]");
        assertThat(lab.number("select count(*) from job_groups")).as("sent again").isEqualTo(3);
        lab.sql("delete from jobs");
        assertThat(lab.number("select count(*) from job_groups")).isZero();
    }

    @Test
    void groupsOfAProblemThatHasNoneAreDropped(Lab lab) throws SQLException {
        lab.api().enqueue(JobRequest.submit(lab.student(), lab.problem(1)));
        ClaimedJob job = lab.runner().claim(lab.registered(1, 10_000), 1, 10_000).getFirst();
        complete(lab, job, RESULT, "[]");
        assertThat(lab.text("select verdict from jobs")).isEqualTo("wrong_answer");
        assertThat(lab.number("select count(*) from job_groups")).isZero();
    }

    @Test
    void aNumberThatIsTooLongIsNotStored(Lab lab) throws SQLException {
        lab.api().enqueue(JobRequest.submit(lab.student(), graded(lab)));
        ClaimedJob job = lab.runner().claim(lab.registered(1, 10_000), 1, 10_000).getFirst();
        for (String result :
                new String[] {
                    "{\"score\": \"1e9999\"}",
                    "{\"groups\": [{\"name\": \"secret\", \"score\": \"1e9999\"}]}",
                    "{\"groups\": [{\"name\": \"secret\", \"verdict\": \"splendid\"}]}"
                }) {
            assertThatThrownBy(() -> complete(lab, job, result, "[]"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(lab.text("select state from jobs")).isEqualTo("running");
    }
}
