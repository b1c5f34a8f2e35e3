/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("api")
class SubmissionTests {

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

    private String submit(Lab.Person person) {
        Http answer =
                Http.send(
                        person.client(),
                        "POST",
                        "/api/v1/submissions",
                        Map.of("problem", problem, "language", "python", "source", "print(3)"));
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.header("Location")).isEqualTo("/api/v1/submissions/" + answer.text("id"));
        return answer.text("id");
    }

    private void judge() {
        String text =
                java.util.Base64.getEncoder()
                        .encodeToString("printed by it".getBytes(StandardCharsets.UTF_8));
        String tests =
                """
                [{"number": 1, "group": "sample", "verdict": "accepted", "cpuMs": 5, "wallMs": 6, "memoryKb": 900, "exitCode": 0,
                  "stdout": "%s", "stderr": "%s", "message": "well done"},
                 {"number": 2, "group": "secret", "verdict": "wrong_answer", "cpuMs": 7, "wallMs": 8, "memoryKb": 901, "exitCode": 7,
                  "stdout": "%s", "stderr": "%s", "message": "leak", "staffMessage": "expected 42"}]
                """
                        .formatted(text, text, text, text);
        try (Runner runner = new Runner(lab)) {
            runner.complete(runner.claim(1).getFirst(), "wrong_answer", new byte[0], tests);
        }
    }

    @Test
    void hiddenTestsStayHidden() {
        String id = submit(student);
        judge();
        Http answer = Http.send(student.client(), "GET", "/api/v1/submissions/" + id);
        assertThat(answer.text("verdict")).isEqualTo("wrong_answer");
        assertThat(answer.json().get("score").asDouble()).isEqualTo(50);
        assertThat(answer.text("problem")).isEqualTo(problem);
        JsonNode visible = answer.json().get("tests").get(0);
        assertThat(visible.get("input").asString()).isEqualTo("1 2\n");
        assertThat(visible.get("expected").asString()).isEqualTo("3\n");
        assertThat(visible.get("stdout").asString()).isEqualTo("printed by it");
        assertThat(visible.get("message").asString()).isEqualTo("well done");
        JsonNode hidden = answer.json().get("tests").get(1);
        assertThat(hidden.propertyNames())
                .containsExactlyInAnyOrder(
                        "number", "group", "visible", "verdict", "cpuMs", "memoryKb");
        assertThat(answer.body())
                .doesNotContain("expected 42")
                .doesNotContain("hidden answer")
                .doesNotContain("leak")
                .doesNotContain("word for staff");

        Http forStaff = Http.send(teacher.client(), "GET", "/api/v1/submissions/" + id);
        assertThat(forStaff.body())
                .contains("expected 42")
                .contains("word for staff")
                .doesNotContain("hidden answer");
    }

    @Test
    void whatIsSomeoneElsesIsNotThere() {
        String id = submit(student);
        Lab.Person stranger = lab.student(course);
        Lab.Person otherTeacher = lab.staff(lab.course());
        for (Lab.Person person : java.util.List.of(stranger, otherTeacher)) {
            for (String call : new String[] {"GET ", "GET /status", "GET /events", "DELETE "}) {
                String[] parts = call.split(" ", -1);
                Http answer =
                        Http.send(
                                person.client(), parts[0], "/api/v1/submissions/" + id + parts[1]);
                assertThat(answer.status()).as(call).isEqualTo(404);
                assertThat(answer.body())
                        .isEqualTo(
                                Http.send(
                                                person.client(),
                                                parts[0],
                                                "/api/v1/submissions/"
                                                        + UUID.randomUUID()
                                                        + parts[1])
                                        .body());
            }
            assertThat(
                            Http.send(
                                            person.client(),
                                            "GET",
                                            "/api/v1/submissions?problem=" + problem)
                                    .json()
                                    .get("items")
                                    .size())
                    .isZero();
        }
        // and a submission is no run
        assertThat(Http.send(student.client(), "GET", "/api/v1/runs/" + id).status())
                .isEqualTo(404);
        assertThat(lab.value("select state from jobs where id = ?", UUID.fromString(id)))
                .isEqualTo("queued");
        assertThat(
                        Http.send(teacher.client(), "GET", "/api/v1/submissions/" + id + "/status")
                                .status())
                .isEqualTo(200);
        assertThat(Http.send(teacher.client(), "DELETE", "/api/v1/submissions/" + id).status())
                .isEqualTo(204);
        assertThat(lab.value("select verdict from jobs where id = ?", UUID.fromString(id)))
                .isEqualTo("cancelled");
    }

    @Test
    void pagesGoBackInTime() {
        String first = submit(student);
        String second = submit(student);
        String third = submit(lab.student(course));
        Http mine = Http.send(student.client(), "GET", "/api/v1/submissions?limit=1");
        assertThat(mine.json().get("items").get(0).get("id").asString()).isEqualTo(second);
        assertThat(mine.json().get("items").get(0).get("username").asString())
                .isEqualTo(student.username());
        assertThat(mine.text("next")).isEqualTo(second);
        Http older =
                Http.send(student.client(), "GET", "/api/v1/submissions?limit=1&before=" + second);
        assertThat(older.json().get("items").get(0).get("id").asString()).isEqualTo(first);
        assertThat(older.json().get("next").isNull()).isTrue();
        Http all = Http.send(teacher.client(), "GET", "/api/v1/submissions?problem=" + problem);
        assertThat(all.json().get("items").valueStream().map(item -> item.get("id").asString()))
                .containsExactly(third, second, first);
        Http one =
                Http.send(
                        teacher.client(), "GET", "/api/v1/submissions?user=" + student.username());
        assertThat(one.json().get("items").size()).isEqualTo(2);
    }

    @Test
    void problemsBelongToTheirCourse() {
        Lab.Person stranger = lab.student(lab.course());
        assertThat(Http.send(stranger.client(), "GET", "/api/v1/problems/" + problem).status())
                .isEqualTo(404);
        assertThat(
                        Http.send(
                                        stranger.client(),
                                        "GET",
                                        "/api/v1/problems/" + problem + "/files/pictures/a.svg")
                                .status())
                .isEqualTo(404);
        assertThat(Http.send(stranger.client(), "GET", "/api/v1/problems").json().size()).isZero();
        assertThat(
                        Http.send(
                                        stranger.client(),
                                        "POST",
                                        "/api/v1/submissions",
                                        Map.of("problem", problem, "language", "c", "source", "x"))
                                .problem())
                .isEqualTo("unknown-problem");
    }

    @Test
    void aProblemIsShownWithItsSamples() {
        Http page = Http.send(student.client(), "GET", "/api/v1/problems/" + problem);
        assertThat(page.text("statementHtml")).isEqualTo("<p>Add them.</p>");
        assertThat(page.json().get("samples").toString())
                .isEqualTo("[{\"number\":1,\"input\":\"1 2\\n\",\"output\":\"3\\n\"}]");
        assertThat(page.json().get("limits").toString())
                .isEqualTo("{\"cpuMs\":1000,\"memoryMb\":128,\"outputKb\":512}");
        assertThat(page.json().get("bestVerdict").isNull()).isTrue();
        assertThat(page.body()).doesNotContain("hidden answer");
        Http german =
                Http.send(
                        student.client(),
                        "GET",
                        "/api/v1/problems/" + problem,
                        null,
                        Map.of("Accept-Language", "de-AT"));
        assertThat(german.text("statementLanguage")).isEqualTo("de");

        submit(student);
        judge();
        assertThat(
                        Http.send(student.client(), "GET", "/api/v1/problems/" + problem)
                                .text("bestVerdict"))
                .isEqualTo("wrong_answer");
        JsonNode listed = Http.send(student.client(), "GET", "/api/v1/problems").json().get(0);
        assertThat(listed.get("bestVerdict").asString()).isEqualTo("wrong_answer");
        assertThat(listed.get("submissions").asInt()).isEqualTo(1);
    }

    @Test
    void picturesRunNothing() {
        Http picture =
                Http.send(
                        student.client(),
                        "GET",
                        "/api/v1/problems/" + problem + "/files/pictures/a.svg");
        assertThat(picture.status()).isEqualTo(200);
        assertThat(picture.headers().getContentType()).hasToString("image/svg+xml");
        assertThat(picture.header("Content-Security-Policy"))
                .contains("sandbox")
                .doesNotContain("script-src");
        assertThat(picture.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(
                        Http.send(
                                        student.client(),
                                        "GET",
                                        "/api/v1/problems/" + problem + "/files/../problem.yaml")
                                .status())
                .isIn(400, 404);
    }

    @Test
    void aContestTakesOnlyInItsTimeAndFromItsPeople() {
        String slug = "contest-" + UUID.randomUUID().toString().substring(0, 8);
        UUID contest = UUID.randomUUID();
        lab.update(
                "insert into contests (id, course_id, slug, name, starts_at, ends_at) select ?, id, ?, 'C', now() - interval '1 h', now() + interval '1 h' from courses where slug = ?",
                contest,
                slug,
                course);
        lab.update(
                "insert into contest_problems (contest_id, problem_id, label, position) select ?, id, 'A', 1 from problems where slug = ?",
                contest,
                problem);
        Map<String, String> body =
                Map.of("problem", problem, "language", "c", "source", "x", "contest", slug);
        Http early = Http.send(student.client(), "POST", "/api/v1/submissions", body);
        assertThat(early.status()).isEqualTo(403);
        assertThat(early.problem()).isEqualTo("contest-closed");
        lab.update(
                "insert into contest_registrations (contest_id, user_id) values (?, ?)",
                contest,
                student.id());
        assertThat(Http.send(student.client(), "POST", "/api/v1/submissions", body).status())
                .isEqualTo(202);
        assertThat(Http.send(student.client(), "GET", "/api/v1/contests").body()).contains(slug);
        assertThat(Http.send(lab.student().client(), "GET", "/api/v1/contests").body())
                .doesNotContain(slug);
        assertThat(
                        Http.send(
                                        student.client(),
                                        "POST",
                                        "/api/v1/submissions",
                                        Map.of(
                                                "problem",
                                                problem,
                                                "language",
                                                "c",
                                                "source",
                                                "x",
                                                "contest",
                                                "none"))
                                .problem())
                .isEqualTo("unknown-contest");
    }
}
