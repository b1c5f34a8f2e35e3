/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What happens when the judge fails, and when it was wrong. */
@Tag("api")
class RetryTests {

    private final Lab lab = Lab.shared();
    private final String course = lab.course();
    private final String problem = lab.problem(course);
    private final Lab.Person student = lab.student(course);
    private final Lab.Person teacher = lab.staff(course);
    private final Runner runner = new Runner(lab);

    @BeforeEach
    void emptyQueue() {
        runner.completeAll("accepted");
    }

    @AfterEach
    void close() {
        runner.completeAll("accepted");
        runner.close();
    }

    private String submit() {
        return Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/submissions",
                        Map.of("problem", problem, "language", "c", "source", "x"))
                .text("id");
    }

    private String run() {
        return Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        Map.of("language", "python", "source", "x"))
                .text("id");
    }

    private JsonNode read(Lab.Person person, String path) {
        return Http.send(person.client(), "GET", "/api/v1" + path).json();
    }

    private static Http retry(Lab.Person person, String path) {
        return Http.send(person.client(), "POST", "/api/v1" + path + "/retry");
    }

    @Test
    void whileAttemptsRemainTheStatusSaysThatItIsTriedAgain() {
        String id = submit();
        JsonNode waiting = read(student, "/submissions/" + id + "/status");
        assertThat(waiting.get("attempt").asInt()).isZero();
        assertThat(waiting.get("attemptsLeft").asInt()).isEqualTo(3);
        assertThat(waiting.get("lastAttemptFailed").asBoolean()).isFalse();

        runner.fail(runner.claim(1).getFirst(), "the jail did not start");
        JsonNode again = read(student, "/submissions/" + id + "/status");
        assertThat(again.get("state").asString()).isEqualTo("queued");
        assertThat(again.get("attempt").asInt()).isEqualTo(1);
        assertThat(again.get("attemptsLeft").asInt()).isEqualTo(2);
        assertThat(again.get("lastAttemptFailed").asBoolean()).isTrue();

        Runner.Claimed second = runner.claim(1).getFirst();
        JsonNode running = read(student, "/submissions/" + id + "/status");
        assertThat(running.get("state").asString()).isEqualTo("running");
        assertThat(running.get("lastAttemptFailed").asBoolean()).isTrue();

        runner.fail(second, "the jail did not start");
        runner.failToTheEnd("the jail did not start");
        JsonNode done = read(student, "/submissions/" + id + "/status");
        assertThat(done.get("verdict").asString()).isEqualTo("system_error");
        assertThat(done.get("attemptsLeft").asInt()).isZero();
        JsonNode view = read(student, "/submissions/" + id);
        assertThat(view.get("message").asString())
                .isEqualTo("This was our fault, not yours. It does not count.");
        assertThat(view.toString()).doesNotContain("the jail did not start");
        assertThat(read(student, "/problems/" + problem).get("bestVerdict").isNull()).isTrue();
    }

    @Test
    void staffSeeWhyAndHaveItJudgedAgain() {
        String id = submit();
        runner.failToTheEnd("no space left");

        JsonNode error = listed(teacher, id);
        assertThat(error.get("kind").asString()).isEqualTo("submit");
        assertThat(error.get("language").asString()).isEqualTo("c");
        assertThat(error.get("problem").asString()).isEqualTo(problem);
        assertThat(error.get("problemName").asString()).isEqualTo("Sum");
        assertThat(error.get("username").asString()).isEqualTo(student.username());
        assertThat(error.get("reason").asString()).isEqualTo("no space left");
        assertThat(error.get("retriedAs").isNull()).isTrue();
        assertThat(error.get("attempts").size()).isEqualTo(3);
        JsonNode attempt = error.get("attempts").get(2);
        assertThat(attempt.get("attempt").asInt()).isEqualTo(3);
        assertThat(attempt.get("outcome").asString()).isEqualTo("judge_failed");
        assertThat(attempt.get("reason").asString()).isEqualTo("no space left");
        assertThat(attempt.get("runnerName").asString()).isEqualTo("test");
        assertThat(attempt.get("endedAt").isString()).isTrue();

        Http retried = retry(teacher, "/submissions/" + id);
        assertThat(retried.status()).isEqualTo(202);
        String fresh = retried.text("id");
        assertThat(retried.header("Location")).isEqualTo("/api/v1/submissions/" + fresh);
        assertThat(retried.text("state")).isEqualTo("queued");
        assertThat(retried.json().get("position").asInt()).isEqualTo(1);
        assertThat(retried.json().get("pollAfterMs").asInt()).isPositive();
        assertThat(retried.json().get("limits").get("cpuMs").asInt()).isEqualTo(1000);
        // asked again it is the same job
        assertThat(retry(teacher, "/submissions/" + id).text("id")).isEqualTo(fresh);
        assertThat(lab.count("select count(*) from jobs where retry_of = ?::uuid", id))
                .isEqualTo(1);
        assertThat(
                        lab.count(
                                "select count(*) from staff_actions where job_id = ?::uuid and user_id = ?",
                                id,
                                teacher.id()))
                .isPositive();

        assertThat(read(student, "/submissions/" + id).get("retriedAs").asString())
                .isEqualTo(fresh);
        JsonNode view = read(student, "/submissions/" + fresh);
        assertThat(view.get("retryOf").asString()).isEqualTo(id);
        assertThat(view.get("username").asString()).isEqualTo(student.username());
        assertThat(view.get("voided").asBoolean()).isFalse();
        assertThat(listed(teacher, id).get("retriedAs").asString()).isEqualTo(fresh);

        runner.completeAll("accepted");
        JsonNode page = read(student, "/problems").get(0);
        assertThat(page.get("bestVerdict").asString()).isEqualTo("accepted");
        // it was sent once
        assertThat(page.get("submissions").asInt()).isEqualTo(1);
    }

    @Test
    void aVerdictThatStandsIsNotJudgedAgain() {
        String id = submit();
        Http waiting = retry(teacher, "/submissions/" + id);
        assertThat(waiting.status()).isEqualTo(409);
        assertThat(waiting.problem()).isEqualTo("verdict-stands");
        runner.completeAll("wrong_answer");
        assertThat(retry(teacher, "/submissions/" + id).problem()).isEqualTo("verdict-stands");
        assertThat(lab.count("select count(*) from jobs where retry_of = ?::uuid", id)).isZero();
    }

    @Test
    void onlyStaffOfItsCourseMayHaveASubmissionJudgedAgain() {
        String id = submit();
        runner.failToTheEnd("broken");
        assertThat(retry(student, "/submissions/" + id).status()).isEqualTo(403);
        Lab.Person stranger = lab.staff(lab.course());
        assertThat(retry(stranger, "/submissions/" + id).status()).isEqualTo(404);
        assertThat(retry(lab.staff(), "/submissions/" + id).status()).isEqualTo(404);
        // nor is a submission a run
        assertThat(retry(lab.admin(), "/runs/" + id).status()).isEqualTo(404);
        assertThat(read(stranger, "/system-errors").toString()).doesNotContain(id);
        assertThat(Http.send(student.client(), "GET", "/api/v1/system-errors").status())
                .isEqualTo(403);
        assertThat(lab.count("select count(*) from jobs where retry_of = ?::uuid", id)).isZero();
        assertThat(retry(lab.admin(), "/submissions/" + id).status()).isEqualTo(202);
    }

    @Test
    void aRunWithoutAProblemIsForStaffOfTheStudentsCoursesToLookAfter() {
        String id = run();
        runner.failToTheEnd("broken");
        Lab.Person staff = teacher;
        Lab.Person stranger = lab.staff(lab.course());
        assertThat(retry(stranger, "/runs/" + id).status()).isEqualTo(404);
        assertThat(read(stranger, "/system-errors").toString()).doesNotContain(id);
        JsonNode error = listed(staff, id);
        assertThat(error.get("kind").asString()).isEqualTo("run");
        assertThat(error.get("problem").isNull()).isTrue();
        assertThat(retry(student, "/runs/" + id).status()).isEqualTo(403);
        Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        Http first = Http.send(staff.client(), "POST", "/api/v1/runs/" + id + "/retry", null, key);
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.header("Location")).isEqualTo("/api/v1/runs/" + first.text("id"));
        assertThat(read(staff, "/runs/" + first.text("id")).get("state").asString())
                .isEqualTo("queued");
        runner.completeAll("accepted");
        Http again = Http.send(staff.client(), "POST", "/api/v1/runs/" + id + "/retry", null, key);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(read(student, "/runs/" + first.text("id")).get("verdict").asString())
                .isEqualTo("accepted");
    }

    @Test
    void systemErrorsComeInPagesNewestFirst() {
        String first = submit();
        runner.failToTheEnd("one");
        String second = submit();
        runner.failToTheEnd("two");
        JsonNode page = read(teacher, "/system-errors?limit=1");
        assertThat(page.get("items").size()).isEqualTo(1);
        assertThat(page.get("items").get(0).get("id").asString()).isEqualTo(second);
        assertThat(page.get("next").asString()).isEqualTo(second);
        JsonNode next = read(teacher, "/system-errors?limit=1&before=" + second);
        assertThat(next.get("items").get(0).get("id").asString()).isEqualTo(first);
        assertThat(Http.send(teacher.client(), "GET", "/api/v1/system-errors?limit=0").problem())
                .isEqualTo("bad-parameter");
    }

    @Test
    void allVerdictsOfARunnerAreWithdrawnAndJudgedAgain() {
        Lab.Person admin = lab.admin();
        try (Runner faulty = new Runner(lab)) {
            String judged = submit();
            String ran = run();
            faulty.completeAll("accepted");
            assertThat(read(student, "/problems/" + problem).get("bestVerdict").asString())
                    .isEqualTo("accepted");

            String path = "/api/v1/runners/" + faulty.id() + "/void";
            Map<String, String> reason = Map.of("reason", "its clock stood still");
            assertThat(Http.send(teacher.client(), "POST", path, reason).status()).isEqualTo(403);
            assertThat(Http.send(student.client(), "POST", path, reason).status()).isEqualTo(403);
            assertThat(Http.send(admin.client(), "POST", path, Map.of("reason", " ")).problem())
                    .isEqualTo("missing-reason");
            Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
            Http voided = Http.send(admin.client(), "POST", path, reason, key);
            assertThat(voided.status()).isEqualTo(202);
            assertThat(voided.body()).isEqualTo("{\"voided\":2,\"retried\":1}");
            // answers as the first time, without a key there is nothing left to do
            assertThat(Http.send(admin.client(), "POST", path, reason, key).body())
                    .isEqualTo(voided.body());
            assertThat(
                            Http.send(admin.client(), "POST", path, Map.of("reason", "b"), key)
                                    .problem())
                    .isEqualTo("idempotency-key-reused");
            assertThat(Http.send(admin.client(), "POST", path, reason).body())
                    .isEqualTo("{\"voided\":0,\"retried\":0}");
            assertThat(
                            Http.send(
                                            admin.client(),
                                            "POST",
                                            "/api/v1/runners/" + UUID.randomUUID() + "/void",
                                            reason)
                                    .status())
                    .isEqualTo(404);
            assertThat(
                            lab.count(
                                    "select count(*) from staff_actions where runner_id = ? and user_id = ? and reason like '%: its clock stood still'",
                                    faulty.id(), admin.id()))
                    .isPositive();

            JsonNode view = read(student, "/submissions/" + judged);
            assertThat(view.get("voided").asBoolean()).isTrue();
            assertThat(view.get("message").asString()).contains("withdrawn");
            assertThat(read(student, "/runs/" + ran).get("voided").asBoolean()).isTrue();
            assertThat(read(student, "/runs/" + ran).get("retriedAs").isNull()).isTrue();
            assertThat(read(student, "/problems/" + problem).get("bestVerdict").isNull()).isTrue();
            assertThat(read(student, "/problems").get(0).get("bestVerdict").isNull()).isTrue();
            String fresh = view.get("retriedAs").asString();
            JsonNode items = read(student, "/submissions").get("items");
            assertThat(items.get(0).get("id").asString()).isEqualTo(fresh);
            assertThat(items.get(0).get("retryOf").asString()).isEqualTo(judged);
            assertThat(items.get(0).get("voided").asBoolean()).isFalse();
            assertThat(items.get(1).get("voided").asBoolean()).isTrue();

            // the run by one click
            assertThat(retry(teacher, "/runs/" + ran).status()).isEqualTo(202);
            runner.completeAll("wrong_answer");
            assertThat(read(student, "/problems/" + problem).get("bestVerdict").asString())
                    .isEqualTo("wrong_answer");
        }
    }

    @Test
    void moreVerdictsThanOneTransactionTakesAreAllWithdrawn() {
        try (Runner faulty = new Runner(lab)) {
            String first = run();
            faulty.completeAll("accepted");
            // as if it had judged for a while
            lab.update(
                    """
                    with made as (
                        insert into jobs (id, user_id, kind, state, phase, language, memory_mb, enqueued_at, order_key, runner_id, verdict,
                            finished_at, attempt)
                        select new_id(), j.user_id, 'run', 'done', 'done', 'c', 64, j.enqueued_at, j.order_key, j.runner_id, 'accepted',
                            j.finished_at, 1
                        from jobs j, generate_series(1, 450) where j.id = ?::uuid
                        returning id, runner_id),
                    sourced as (
                        insert into job_sources (job_id, source, cpu_ms, wall_ms, output_kb) select id, 'x', 1, 1, 1 from made)
                    insert into job_results (job_id, runner_id, lease_token) select id, runner_id, gen_random_uuid() from made
                    """,
                    first);
            Http voided =
                    Http.send(
                            lab.admin().client(),
                            "POST",
                            "/api/v1/runners/" + faulty.id() + "/void",
                            Map.of("reason", "faulty"));
            assertThat(voided.body()).isEqualTo("{\"voided\":451,\"retried\":0}");
        }
    }

    @Test
    void staffSeeTheRunners() {
        assertThat(Http.send(student.client(), "GET", "/api/v1/runners").status()).isEqualTo(403);
        JsonNode ready = runner(runner.id());
        assertThat(ready.get("name").asString()).isEqualTo("test");
        assertThat(ready.get("version").asString()).isEqualTo("1");
        assertThat(ready.get("state").asString()).isEqualTo("ready");
        assertThat(ready.get("slots").asInt()).isEqualTo(4);
        assertThat(ready.get("busySlots").asInt()).isZero();
        assertThat(ready.get("memoryMb").asInt()).isEqualTo(8192);
        assertThat(ready.get("isolation").asString()).isEqualTo("namespaces");
        assertThat(ready.get("languages").toString())
                .contains("{\"id\":\"python\",\"name\":\"Python\",\"version\":\"3.11\"}");
        assertThat(ready.get("startedAt").isString()).isTrue();
        assertThat(ready.get("lastSeenAt").isString()).isTrue();
        lab.update(
                "update runners set last_seen_at = now() - interval '1 minute' where id = ?",
                runner.id());
        assertThat(runner(runner.id()).get("state").asString()).isEqualTo("away");
        UUID gone;
        try (Runner leaving = new Runner(lab)) {
            gone = leaving.id();
        }
        assertThat(runner(gone).get("state").asString()).isEqualTo("gone");
    }

    @Test
    void metricsTellWhatKeepsVacuumFromItsWork() {
        String metrics =
                Http.send(
                                lab.anyone(),
                                "GET",
                                "/api/metrics",
                                null,
                                Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                        .body();
        assertThat(metrics)
                .containsPattern("gretlab_database_oldest_transaction_seconds [0-9]")
                .containsPattern("gretlab_database_dead_rows [0-9]");
    }

    private JsonNode runner(UUID id) {
        return found(read(teacher, "/runners"), id.toString());
    }

    private JsonNode listed(Lab.Person person, String id) {
        return found(read(person, "/system-errors?limit=200").get("items"), id);
    }

    private static JsonNode found(JsonNode list, String id) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(item -> item.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
