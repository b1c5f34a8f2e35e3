/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Points and groups as students and staff see them. */
@Tag("api")
class ScoreTests {

    private final Lab lab = Lab.shared();
    private final String course = lab.course();
    private final String problem = lab.problem(course);
    private final Lab.Person student = lab.student(course);
    private final Lab.Person teacher = lab.staff(course);

    @BeforeEach
    void emptyQueue() {
        try (Runner runner = new Runner(lab)) {
            runner.completeAll("accepted");
        }
    }

    private void graded(boolean shown) {
        lab.update(
                """
                update problem_versions v set grading = ?::jsonb from problems p
                where p.slug = ? and v.id = p.current_version_id
                """,
                """
                {"scored": true, "maxScore": "100", "groups": [
                    {"name": "data", "parent": null, "shown": false, "maxScore": "100"},
                    {"name": "sample", "parent": "data", "shown": %1$s, "maxScore": null},
                    {"name": "secret/first", "parent": "data", "shown": %1$s, "maxScore": "40"},
                    {"name": "secret/last", "parent": "data", "shown": %1$s, "maxScore": "60"}]}
                """
                        .formatted(shown),
                problem);
        lab.update(
                """
                update tests t set group_name = 'secret/first' from problems p
                where p.slug = ? and t.problem_version_id = p.current_version_id and t.number = 2
                """,
                problem);
    }

    /** A submission that gets a third of the first group; the last one is not run. */
    private String judged() {
        String id =
                Http.send(
                                student.client(),
                                "POST",
                                "/api/v1/submissions",
                                Map.of("problem", problem, "language", "python", "source", "1"))
                        .text("id");
        try (Runner runner = new Runner(lab)) {
            runner.complete(
                    runner.claim(1).getFirst(),
                    "wrong_answer",
                    """
                    {"cpuMs": 3, "memoryKb": 900, "score": "13.333333", "staffMessage": "secret word", "groups": [
                        {"name": "data", "verdict": "wrong_answer", "score": "13.333333"},
                        {"name": "sample", "verdict": "accepted"},
                        {"name": "secret/first", "verdict": "wrong_answer", "score": "13.333333"},
                        {"name": "secret/last", "score": "0"}]}
                    """,
                    new byte[0],
                    """
                    [{"number": 1, "verdict": "accepted", "cpuMs": 1, "wallMs": 1, "memoryKb": 1},
                     {"number": 2, "verdict": "wrong_answer", "cpuMs": 1, "wallMs": 1, "memoryKb": 1, "score": "13.333333"}]
                    """);
        }
        return id;
    }

    private static JsonNode submission(Lab.Person person, String id) {
        return Http.send(person.client(), "GET", "/api/v1/submissions/" + id).json();
    }

    @Test
    void studentsSeeThePointsOfEachGroupAndNotOfEachTest() {
        graded(true);
        String id = judged();
        JsonNode mine = submission(student, id);
        assertThat(mine.get("score").toString()).isEqualTo("13.333333");
        assertThat(mine.get("maxScore").toString()).isEqualTo("100");
        assertThat(mine.get("groups").toString())
                .isEqualTo(
                        """
                        [{"name":"sample","verdict":"accepted","score":null,"maxScore":null},\
                        {"name":"secret/first","verdict":"wrong_answer","score":13.333333,"maxScore":40},\
                        {"name":"secret/last","verdict":null,"score":0,"maxScore":60}]\
                        """);
        JsonNode hidden = mine.get("tests").get(1);
        assertThat(hidden.get("group").asString()).isEqualTo("secret/first");
        assertThat(hidden.propertyNames())
                .as("the points of one test may say something about its data")
                .containsExactlyInAnyOrder(
                        "number", "group", "visible", "verdict", "cpuMs", "memoryKb");
        assertThat(mine.toString()).doesNotContain("secret word", "hidden answer");

        JsonNode staffs = submission(teacher, id);
        assertThat(staffs.get("groups").size()).isEqualTo(4);
        assertThat(staffs.get("tests").get(1).get("score").toString()).isEqualTo("13.333333");
        JsonNode listed =
                Http.send(student.client(), "GET", "/api/v1/submissions?problem=" + problem)
                        .json()
                        .get("items")
                        .get(0);
        assertThat(listed.get("score").toString()).isEqualTo("13.333333");
        assertThat(listed.get("maxScore").toString()).isEqualTo("100");
    }

    @Test
    void theProblemSaysHowManyPointsThereAreAndTheListHowManyOneHas() {
        JsonNode before = listed();
        assertThat(before.get("bestScore").isNull()).isTrue();
        assertThat(before.get("maxScore").isNull()).as("a problem without points").isTrue();
        graded(true);
        String first = judged();
        judged();
        JsonNode line = listed();
        assertThat(line.get("bestVerdict").asString()).isEqualTo("wrong_answer");
        assertThat(line.get("bestScore").toString()).isEqualTo("13.333333");
        assertThat(line.get("maxScore").toString()).isEqualTo("100");
        lab.update(
                "update job_results set score = 40 where job_id = ?",
                java.util.UUID.fromString(first));
        assertThat(listed().get("bestScore").toString())
                .as("the most, not the last")
                .isEqualTo("40");
        lab.update(
                "update jobs set voided_at = now() where id = ?", java.util.UUID.fromString(first));
        assertThat(listed().get("bestScore").toString()).isEqualTo("13.333333");
        Lab.Person other = lab.student(course);
        assertThat(
                        Http.send(other.client(), "GET", "/api/v1/problems")
                                .json()
                                .get(0)
                                .get("bestScore")
                                .isNull())
                .isTrue();
        // a page is kept for up to a minute, so a problem that nobody has asked for yet
        String fresh = lab.problem(course);
        lab.update(
                "update problem_versions v set grading = '{\"maxScore\": \"12.50\", \"groups\": []}' from problems p where p.slug = ? and v.id = p.current_version_id",
                fresh);
        assertThat(
                        Http.send(student.client(), "GET", "/api/v1/problems/" + fresh)
                                .json()
                                .get("maxScore")
                                .toString())
                .isEqualTo("12.5");
    }

    private JsonNode listed() {
        return Http.send(student.client(), "GET", "/api/v1/problems").json().get(0);
    }

    @Test
    void groupsThatThePackageHidesAreForStaff() {
        graded(false);
        String id = judged();
        JsonNode mine = submission(student, id);
        assertThat(mine.get("score").toString()).isEqualTo("13.333333");
        assertThat(mine.has("groups")).isFalse();
        assertThat(mine.get("tests").get(1).get("group").asString()).isEqualTo("secret");
        assertThat(mine.toString()).doesNotContain("first");
        JsonNode staffs = submission(teacher, id);
        assertThat(staffs.get("groups").size()).isEqualTo(4);
        assertThat(staffs.get("tests").get(1).get("group").asString()).isEqualTo("secret/first");
    }

    @Test
    void aProblemWithoutPointsHasNone() {
        String id =
                Http.send(
                                student.client(),
                                "POST",
                                "/api/v1/submissions",
                                Map.of("problem", problem, "language", "python", "source", "1"))
                        .text("id");
        try (Runner runner = new Runner(lab)) {
            runner.complete(runner.claim(1).getFirst(), "accepted", "{}", new byte[0], "[]");
        }
        JsonNode mine = submission(student, id);
        assertThat(mine.get("score").isNull()).isTrue();
        assertThat(mine.get("maxScore").isNull()).isTrue();
        assertThat(mine.has("groups")).isFalse();
        assertThat(submission(teacher, id).has("groups")).isFalse();
    }
}
