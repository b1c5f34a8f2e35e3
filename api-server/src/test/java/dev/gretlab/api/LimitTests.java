/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("api")
class LimitTests {

    private static final Lab LAB = Lab.start(Map.of());
    private static final Map<String, String> RUN = Map.of("language", "python", "source", "x");

    @AfterAll
    static void close() {
        LAB.close();
    }

    private static Http run(Lab.Person person) {
        return Http.send(person.client(), "POST", "/api/v1/runs", RUN);
    }

    @Test
    void ofThirtyAtOnceExactlyThreeAreTaken() throws Exception {
        Lab.Person student = LAB.student();
        try (Runner runner = new Runner(LAB);
                ExecutorService thirty = Executors.newFixedThreadPool(30)) {
            List<Callable<Http>> calls = java.util.Collections.nCopies(30, () -> run(student));
            List<Http> answers = thirty.invokeAll(calls).stream().map(LimitTests::result).toList();
            assertThat(answers).filteredOn(answer -> answer.status() == 202).hasSize(3);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() == 429)
                    .hasSize(27)
                    .allSatisfy(answer -> {
                        assertThat(answer.problem()).isEqualTo("jobs-in-flight-limit");
                        assertThat(answer.header("Retry-After")).isEqualTo("2");
                    });
            assertThat(LAB.count("select count(*) from jobs where user_id = ?", student.id()))
                    .isEqualTo(3);
            // a key is looked at before the limits
            runner.completeAll("accepted");
            Map<String, String> key = Map.of("Idempotency-Key", "again");
            Http first = Http.send(student.client(), "POST", "/api/v1/runs", RUN, key);
            run(student);
            run(student);
            assertThat(run(student).status()).isEqualTo(429);
            Http again = Http.send(student.client(), "POST", "/api/v1/runs", RUN, key);
            assertThat(again.status()).isEqualTo(202);
            assertThat(again.text("id")).isEqualTo(first.text("id"));
            runner.completeAll("accepted");
            assertThat(
                            Http.send(
                                            LAB.anyone(),
                                            "GET",
                                            "/api/metrics",
                                            null,
                                            Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                                    .body())
                    .containsPattern("gretlab_limit_refused_total\\{limit=\"jobs_in_flight\"} 28.0")
                    .contains("gretlab_press_to_verdict_seconds_bucket");
        }
    }

    @Test
    void aFullQueueShedsRunsAndStillTakesSubmits() {
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
            assertThat(
                            Http.send(
                                            LAB.student(course).client(),
                                            "POST",
                                            "/api/v1/submissions",
                                            Map.of(
                                                    "problem",
                                                    problem,
                                                    "language",
                                                    "c",
                                                    "source",
                                                    "x"))
                                    .status())
                    .isEqualTo(202);
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

    private static Http result(Future<Http> future) {
        try {
            return future.get();
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
