/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff set what came out of the example submissions beside what the package claims. */
@Tag("api")
class ExampleTests {

    private final Lab lab = Lab.shared();
    private final String course = lab.course();
    private final String problem = lab.problem(course);
    private final Lab.Person teacher = lab.staff(course);

    @BeforeEach
    void emptyQueue() {
        try (Runner runner = new Runner(lab)) {
            runner.completeAll("accepted");
        }
    }

    private void example(String path, String expected, String lowest, String highest) {
        lab.update(
                """
                insert into example_submissions (problem_version_id, path, language, expected, hash, lowest_score, highest_score)
                select t.problem_version_id, ?, 'python', ?::text[], t.input_hash, nullif(?, '')::numeric, nullif(?, '')::numeric
                from tests t join problems p on p.current_version_id = t.problem_version_id
                where p.slug = ? and t.number = 1
                """,
                path,
                expected,
                lowest,
                highest,
                problem);
    }

    private void claim(
            String path,
            int number,
            String tests,
            String permitted,
            String required,
            String score) {
        lab.update(
                """
                insert into example_claims (problem_version_id, path, number, tests_named, tests, permitted, required, score_groups,
                    lowest_score, highest_score)
                select p.current_version_id, ?, ?, 'part', ?::integer[], nullif(?, '')::text[], nullif(?, '')::text[],
                    case when ? = '' then '{}' else array['secret'] end, nullif(?, '')::numeric, nullif(?, '')::numeric
                from problems p where p.slug = ?
                """,
                path,
                number,
                tests,
                permitted,
                required,
                score,
                score,
                score,
                problem);
    }

    private String claims(String path) {
        StringBuilder told = new StringBuilder();
        for (JsonNode example : send(teacher, "GET").json().get("examples")) {
            if (example.get("path").asString().equals(path)) {
                example.get("claims")
                        .forEach(claim -> told.append(claim.get("asClaimed")).append(' '));
                told.append(example.get("asClaimed"));
            }
        }
        return told.toString();
    }

    private Http send(Lab.Person person, String method) {
        return Http.send(person.client(), method, "/api/v1/problems/" + problem + "/examples");
    }

    /** By path: verdict, score and whether they are as claimed. */
    private Map<String, String> told() {
        Map<String, String> told = new HashMap<>();
        for (JsonNode example : send(teacher, "GET").json().get("examples")) {
            told.put(
                    example.get("path").asString(),
                    example.get("verdict").asString("none")
                            + " "
                            + example.get("score")
                            + " "
                            + example.get("asClaimed"));
        }
        return told;
    }

    @Test
    void whatCameOutStandsBesideWhatIsClaimed() {
        example("accepted/a.py", "{accepted}", "40", "60");
        example("accepted/b.py", "{accepted}", "100", "100");
        example("wrong_answer/c.py", "{wrong_answer,time_limit}", "0", "50");
        assertThat(told()).containsEntry("accepted/a.py", "none null null").hasSize(3);
        Http begun = send(teacher, "POST");
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.json().get("begun").asInt()).isEqualTo(3);
        assertThat(begun.json().get("examples").get(0).get("state").asString()).isEqualTo("queued");
        assertThat(send(teacher, "POST").json().get("begun").asInt()).isZero();
        try (Runner runner = new Runner(lab)) {
            // every job gets 50 points here
            runner.completeAll("accepted");
        }
        assertThat(told())
                .containsEntry("accepted/a.py", "accepted 50 true")
                .containsEntry("accepted/b.py", "accepted 50 false")
                .containsEntry("wrong_answer/c.py", "accepted 50 false");
        UUID job =
                UUID.fromString(
                        send(teacher, "GET").json().get("examples").get(0).get("id").asString());
        assertThat(Http.send(teacher.client(), "GET", "/api/v1/submissions/" + job).status())
                .isEqualTo(200);
        lab.update("update jobs set voided_at = now() where id = ?", job);
        assertThat(told()).containsEntry("accepted/a.py", "accepted 50 null");
    }

    @Test
    void whatIsClaimedOfPartsIsHeldAgainstTheirTests() {
        lab.update(
                """
                update problem_versions v set grading = '{"scored": true, "groups": [{"name": "secret"}]}'
                from problems p where p.current_version_id = v.id and p.slug = ?
                """,
                problem);
        String any = "{accepted,wrong_answer}";
        for (String path : new String[] {"a", "b", "c", "d", "e"}) {
            example(path, any, "", "");
        }
        claim("a", 1, "{1}", "{accepted}", "", "");
        claim("a", 2, "{1,2}", "{accepted,wrong_answer}", "{wrong_answer}", "");
        claim("a", 3, "{2}", "", "", "20");
        claim("b", 1, "{1}", "{wrong_answer}", "", "");
        claim("b", 2, "{2}", "{wrong_answer}", "", "");
        claim("c", 1, "{1,2}", "", "{time_limit}", "");
        claim("d", 1, "{1,2}", "", "", "21");
        claim("e", 1, "{2,3}", "{wrong_answer}", "{time_limit}", "");
        assertThat(claims("a")).isEqualTo("null null null null");
        send(teacher, "POST");
        try (Runner runner = new Runner(lab)) {
            runner.claim(50)
                    .forEach(claimed ->
                            runner.complete(
                                    claimed,
                                    "wrong_answer",
                                    "{\"score\": 20, \"groups\": [{\"name\": \"secret\", \"verdict\": \"wrong_answer\", \"score\": 20}]}",
                                    new byte[0],
                                    """
                                    [{"number": 1, "verdict": "accepted", "cpuMs": 1, "wallMs": 1, "memoryKb": 1},
                                     {"number": 2, "verdict": "wrong_answer", "cpuMs": 1, "wallMs": 1, "memoryKb": 1}]
                                    """));
        }
        assertThat(claims("a")).isEqualTo("true true true true");
        assertThat(claims("b")).as("the first is wrong").isEqualTo("false true false");
        assertThat(claims("c")).as("it never occurred").isEqualTo("false false");
        assertThat(claims("d")).as("another score").isEqualTo("false false");
        assertThat(claims("e")).as("a test was not run").isEqualTo("null null");
        lab.update(
                "update jobs j set voided_at = now() from example_jobs x where x.job_id = j.id and x.path = 'b'");
        assertThat(claims("b")).as("it proves nothing").isEqualTo("null null null");
    }

    @Test
    void aVerdictThatIsOurFaultProvesNothing() {
        example("accepted/a.py", "{accepted}", "50", "50");
        send(teacher, "POST");
        try (Runner runner = new Runner(lab)) {
            runner.failToTheEnd("the validator fell over");
        }
        assertThat(told()).containsEntry("accepted/a.py", "system_error null null");
    }

    @Test
    void theyAreForStaffOfTheCourse() {
        example("accepted/a.py", "{accepted}", "50", "50");
        for (String method : new String[] {"GET", "POST"}) {
            assertThat(send(lab.student(course), method).status()).isEqualTo(403);
            assertThat(send(lab.staff(lab.course()), method).status()).isEqualTo(404);
            assertThat(send(lab.admin(), method).status()).isLessThan(300);
        }
    }
}
