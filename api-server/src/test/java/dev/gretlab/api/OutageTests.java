/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gretlab.migrations.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Students press on while the pooler or the database goes away and comes back. */
@Tag("api")
@Timeout(120)
class OutageTests {

    private static final int STUDENTS = 12;
    private static final int PRESSES = 30;

    @Test
    void aPoolerRestartedBetweenRequestsIsNotNoticed() throws Exception {
        try (Lab lab = Lab.start(Map.of())) {
            Lab.Person student = lab.student();
            List<Callable<Http>> reads =
                    java.util.Collections.nCopies(
                            24, () -> Http.send(student.client(), "GET", "/api/v1/problems"));
            try (ExecutorService many = Executors.newFixedThreadPool(12)) {
                // the pool of the API is full of connections that are dead afterwards
                many.invokeAll(reads);
                lab.pooler().stop();
                lab.pooler().start();
                for (Future<Http> answer : many.invokeAll(reads)) {
                    assertThat(answer.get().status()).isEqualTo(200);
                }
            }
        }
    }

    @Test
    void aPoolerThatIsAwayIsToldAndComesBack() {
        try (Lab lab = Lab.start(Map.of())) {
            Lab.Person student = lab.student();
            assertThat(Http.send(student.client(), "GET", "/api/v1/problems").status())
                    .isEqualTo(200);
            lab.pooler().stop();
            Http away = Http.send(student.client(), "GET", "/api/v1/problems");
            assertThat(away.status()).isEqualTo(503);
            assertThat(away.problem()).isEqualTo("database-unavailable");
            assertThat(away.header("Retry-After")).isEqualTo("2");
            assertThat(Http.send(lab.anyone(), "GET", "/api/health").status()).isEqualTo(200);
            lab.pooler().start();
            assertThat(Http.send(student.client(), "GET", "/api/v1/problems").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPoolerThatHangsIsToldInTimeAndComesBack() {
        try (Lab lab = Lab.start(Map.of())) {
            Lab.Person student = lab.student();
            Map<String, String> key = Map.of("Idempotency-Key", "the-press-that-hung");
            Map<String, String> run = Map.of("language", "python", "source", "print(1)");
            assertThat(Http.send(student.client(), "GET", "/api/v1/problems").status())
                    .isEqualTo(200);
            lab.pooler().hang();
            try {
                Http press = Http.send(student.client(), "POST", "/api/v1/runs", run, key);
                assertThat(press.status()).isEqualTo(503);
                assertThat(press.problem()).isEqualTo("database-unavailable");
                assertThat(press.header("Retry-After")).isEqualTo("2");
            } finally {
                lab.pooler().goOn();
            }
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() ->
                            assertThat(
                                            Http.send(
                                                            student.client(),
                                                            "POST",
                                                            "/api/v1/runs",
                                                            run,
                                                            key)
                                                    .status())
                                    .isEqualTo(202));
            assertThat(lab.count("select count(*) from jobs where user_id = ?", student.id()))
                    .isEqualTo(1);
        }
    }

    @Test
    void noPressIsLostOrDoubledWhileThePoolerIsRestarted() throws Exception {
        try (Lab lab = Lab.start(Map.of())) {
            pressWhile(
                    lab,
                    () -> {
                        lab.pooler().stop();
                        lab.pooler().start();
                    });
        }
    }

    @Test
    void noPressIsLostOrDoubledWhileTheDatabaseIsRestarted() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Lab lab = Lab.on(server.migratedDatabase(), Map.of())) {
            int refused =
                    pressWhile(
                            lab,
                            () -> {
                                server.crash();
                                server.up();
                            });
            assertThat(refused).as("the outage was felt").isPositive();
        }
    }

    /**
     * Breaks something when a third and again when two thirds of all presses are through; answers
     * how often students were told to come back.
     */
    private static int pressWhile(Lab lab, Runnable outage) throws Exception {
        lab.update(
                "update settings set value = maximum::text where name in ('jobs_in_flight', 'runs_per_minute', 'queue_limit')");
        CountDownLatch third = new CountDownLatch(STUDENTS * PRESSES / 3);
        CountDownLatch twoThirds = new CountDownLatch(STUDENTS * PRESSES * 2 / 3);
        List<Lab.Person> students =
                IntStream.range(0, STUDENTS).mapToObj(i -> lab.student()).toList();
        int refusedInAll = 0;
        try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> refusals =
                    students.stream()
                            .map(student ->
                                    all.submit(() -> {
                                        int refused = 0;
                                        for (int i = 0; i < PRESSES; i++) {
                                            refused += press(student);
                                            third.countDown();
                                            twoThirds.countDown();
                                        }
                                        return refused;
                                    }))
                            .toList();
            for (CountDownLatch moment : List.of(third, twoThirds)) {
                assertThat(moment.await(60, TimeUnit.SECONDS)).isTrue();
                outage.run();
            }
            for (Future<Integer> refused : refusals) {
                refusedInAll += refused.get();
            }
        }
        for (Lab.Person student : students) {
            assertThat(lab.count("select count(*) from jobs where user_id = ?", student.id()))
                    .isEqualTo(PRESSES);
        }
        return refusedInAll;
    }

    /** Until it is taken, under one key, as the page does; answers how often it was refused. */
    private static int press(Lab.Person student) throws ExecutionException {
        Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        for (int refused = 0; ; refused++) {
            Http answer =
                    Http.send(
                            student.client(),
                            "POST",
                            "/api/v1/runs",
                            Map.of("language", "python", "source", "x"),
                            key);
            if (answer.status() == 202) {
                assertThat(
                                Http.send(
                                                student.client(),
                                                "GET",
                                                "/api/v1/runs/" + answer.text("id") + "/status")
                                        .status())
                        .isIn(200, 503);
                return refused;
            }
            assertThat(answer.status()).as(answer.body()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).matches("[1-9][0-9]?");
            // a client that waits less than it is told, so that more comes in the outage
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }
}
