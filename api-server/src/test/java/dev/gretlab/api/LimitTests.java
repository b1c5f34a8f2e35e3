/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@Tag("api")
class LimitTests {

    private static final Lab LAB = Lab.start(Map.of());
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Map<String, String> RUN = Map.of("language", "python", "source", "x");

    @AfterAll
    static void close() {
        CLIENT.close();
        LAB.close();
    }

    private static Http run(Lab.Person person) {
        return Http.send(person.client(), "POST", "/api/v1/runs", RUN);
    }

    /** A press of a student, ready to be sent together with others. */
    private static HttpRequest press(
            Lab.Person person, String path, String body, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(LAB.url() + path))
                        .header("Authorization", "Bearer " + person.token())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }

    /** The same request many times at once. */
    private static List<HttpResponse<String>> atOnce(int times, HttpRequest request) {
        List<CompletableFuture<HttpResponse<String>>> sent =
                Stream.generate(() ->
                                CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                        .limit(times)
                        .toList();
        return sent.stream().map(CompletableFuture::join).toList();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.read(answer.body().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Timeout(90)
    void ofThirtyAtOnceExactlyThreeAreTakenAHundredTimesOver() {
        try (Runner runner = new Runner(LAB)) {
            for (int time = 0; time < 100; time++) {
                Lab.Person student = LAB.student();
                List<HttpResponse<String>> answers =
                        atOnce(
                                30,
                                press(
                                        student,
                                        "/api/v1/runs",
                                        "{\"language\": \"python\", \"source\": \"x\"}",
                                        Map.of()));
                assertThat(answers)
                        .as("time " + time)
                        .filteredOn(answer -> answer.statusCode() == 202)
                        .hasSize(3);
                assertThat(answers)
                        .filteredOn(answer -> answer.statusCode() == 429)
                        .hasSize(27)
                        .allSatisfy(answer -> {
                            assertThat(json(answer).get("type").asString())
                                    .endsWith("/jobs-in-flight-limit");
                            assertThat(answer.headers().firstValue("Retry-After")).contains("2");
                        });
                assertThat(LAB.count("select count(*) from jobs where user_id = ?", student.id()))
                        .isEqualTo(3);
                runner.completeAll("accepted");
            }
        }
    }

    @Test
    void aKeyIsLookedAtBeforeTheLimits() {
        Lab.Person student = LAB.student();
        double refusedBefore = refusedInFlight();
        try (Runner runner = new Runner(LAB)) {
            Map<String, String> key = Map.of("Idempotency-Key", "again");
            Http first = Http.send(student.client(), "POST", "/api/v1/runs", RUN, key);
            run(student);
            run(student);
            assertThat(run(student).status()).isEqualTo(429);
            Http again = Http.send(student.client(), "POST", "/api/v1/runs", RUN, key);
            assertThat(again.status()).isEqualTo(202);
            assertThat(again.text("id")).isEqualTo(first.text("id"));
            runner.completeAll("accepted");
            assertThat(refusedInFlight()).isEqualTo(refusedBefore + 1);
        }
    }

    private static double refusedInFlight() {
        return Http.send(
                        LAB.anyone(),
                        "GET",
                        "/api/metrics",
                        null,
                        Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                .body()
                .lines()
                .filter(line ->
                        line.startsWith("gretlab_limit_refused_total{limit=\"jobs_in_flight\"} "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSubmitSentAHundredTimesUnderOneKeyIsOneRow() {
        String course = LAB.course();
        String problem = LAB.problem(course);
        Lab.Person student = LAB.student(course);
        try (Runner runner = new Runner(LAB)) {
            runner.completeAll("accepted");
            List<HttpResponse<String>> answers =
                    atOnce(
                            100,
                            press(
                                    student,
                                    "/api/v1/submissions",
                                    "{\"problem\": \"%s\", \"language\": \"c\", \"source\": \"x\"}"
                                            .formatted(problem),
                                    Map.of("Idempotency-Key", "the-one")));
            assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(202);
            // all but the pace, which is spread on purpose
            assertThat(answers)
                    .extracting(answer -> {
                        ObjectNode body = (ObjectNode) json(answer);
                        assertThat(body.remove("pollAfterMs").asInt()).isPositive();
                        return body
                                + " at "
                                + answer.headers().firstValue("Location").orElseThrow();
                    })
                    .hasSize(100)
                    .containsOnly(
                            "{\"id\":\"%1$s\",\"state\":\"queued\",\"position\":1,\"limits\":{\"cpuMs\":1000,\"memoryMb\":128,\"outputKb\":512}} at /api/v1/submissions/%1$s"
                                    .formatted(json(answers.getFirst()).get("id").asString()));
            assertThat(LAB.count("select count(*) from jobs where user_id = ?", student.id()))
                    .isEqualTo(1);
            runner.completeAll("accepted");
        }
    }

    @Test
    void aFullQueueShedsRunsAndTakesSubmitsUpToTwice() {
        String course = LAB.course();
        String problem = LAB.problem(course);
        LAB.update("update settings set value = '10' where name = 'queue_limit'");
        try (Runner runner = new Runner(LAB)) {
            runner.completeAll("accepted");
            for (int i = 0; i < 5; i++) {
                Lab.Person student = LAB.student();
                assertThat(run(student).status()).isEqualTo(202);
                assertThat(run(student).status()).isEqualTo(202);
            }
            Http shed = run(LAB.student());
            assertThat(shed.status()).isEqualTo(503);
            assertThat(shed.problem()).isEqualTo("queue-full");
            assertThat(shed.header("Retry-After")).isEqualTo("15");
            Map<String, String> submit = Map.of("problem", problem, "language", "c", "source", "x");
            for (int queued = 10; queued < 20; queued++) {
                assertThat(
                                Http.send(
                                                LAB.student(course).client(),
                                                "POST",
                                                "/api/v1/submissions",
                                                submit)
                                        .status())
                        .isEqualTo(202);
            }
            Http full =
                    Http.send(LAB.student(course).client(), "POST", "/api/v1/submissions", submit);
            assertThat(full.status()).isEqualTo(503);
            assertThat(full.problem()).isEqualTo("queue-full");
            assertThat(full.header("Retry-After")).isEqualTo("15");
            runner.completeAll("accepted");
            assertThat(run(LAB.student()).status()).isEqualTo(202);
            runner.completeAll("accepted");
        } finally {
            LAB.update("update settings set value = default_value where name = 'queue_limit'");
        }
    }

    @Test
    void runsAMinuteAreLimited() {
        Lab.Person student = LAB.student();
        try (Runner runner = new Runner(LAB)) {
            for (int i = 0; i < 20; i++) {
                assertThat(run(student).status()).isEqualTo(202);
                runner.completeAll("accepted");
            }
            Http refused = run(student);
            assertThat(refused.problem()).isEqualTo("runs-per-minute-limit");
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
        }
    }
}
