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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("api")
class DatabaseAwayTests {

    private static final Map<String, String> RUN =
            Map.of("language", "python", "source", "print(1)");

    @Test
    void requestsFailClearlyAndRecoverAlone() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Lab lab = Lab.on(server.migratedDatabase(), Map.of())) {
            Lab.Person student = lab.student();
            // fill the pool, so that dead connections are in it afterwards
            try (ExecutorService many = Executors.newFixedThreadPool(12)) {
                many.invokeAll(
                        java.util.Collections.nCopies(
                                24, () -> Http.send(student.client(), "GET", "/api/v1/problems")));
            }
            assertThat(Http.send(student.client(), "POST", "/api/v1/runs", RUN).status())
                    .isEqualTo(202);

            server.crash();
            for (String path :
                    List.of("/api/v1/problems", "/api/v1/submissions", "/api/v1/tokens")) {
                long begun = System.nanoTime();
                Http answer = Http.send(student.client(), "GET", path);
                assertThat(answer.status()).as(path).isEqualTo(503);
                assertThat(answer.problem()).isEqualTo("database-unavailable");
                assertThat(answer.header("Retry-After")).isEqualTo("2");
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .isLessThan(Duration.ofSeconds(6));
            }
            assertThat(Http.send(student.client(), "POST", "/api/v1/runs", RUN).status())
                    .isEqualTo(503);
            assertThat(
                            Http.send(
                                            lab.anyone(),
                                            "POST",
                                            "/api/v1/session",
                                            Map.of(
                                                    "username",
                                                    student.username(),
                                                    "password",
                                                    Lab.PASSWORD))
                                    .status())
                    .isEqualTo(503);
            assertThat(Http.send(lab.anyone(), "GET", "/api/health").status()).isEqualTo(200);
            assertThat(metrics(lab)).contains("gretlab_queue_oldest_seconds NaN");

            server.up();
            // the pooler itself tries once a second
            await().atMost(Duration.ofSeconds(10))
                    .until(() ->
                            Http.send(student.client(), "GET", "/api/v1/problems").status() == 200);
            // and from then on no dead connection shows
            for (int i = 0; i < 20; i++) {
                assertThat(Http.send(student.client(), "GET", "/api/v1/problems").status())
                        .isEqualTo(200);
            }
            assertThat(Http.send(student.client(), "POST", "/api/v1/runs", RUN).status())
                    .isEqualTo(202);
            assertThat(metrics(lab)).contains("gretlab_queue_depth{kind=\"run\"} 2.0");
            await().atMost(Duration.ofSeconds(15)).until(() -> listens(lab));
        }
    }

    @Test
    void aServerWithoutDatabaseStartsAndWaits() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            var database = server.migratedDatabase();
            server.crash();
            Map<String, Object> admin =
                    Map.of(
                            "GRETLAB_BOOTSTRAP_ADMIN",
                            "first",
                            "GRETLAB_BOOTSTRAP_ADMIN_PASSWORD",
                            "the-first-password");
            try (Lab lab = Lab.withoutDatabase(database, admin)) {
                Map<String, String> first =
                        Map.of("username", "first", "password", "the-first-password");
                assertThat(Http.send(lab.anyone(), "POST", "/api/v1/session", first).status())
                        .isEqualTo(503);
                server.up();
                await().atMost(Duration.ofSeconds(20))
                        .until(() ->
                                Http.send(lab.anyone(), "POST", "/api/v1/session", first).status()
                                        == 204);
                assertThat(lab.value("select role from users where username = 'first'"))
                        .isEqualTo("admin");
                assertThat(server.log()).doesNotContain("the-first-password");
            }
        }
    }

    private static boolean listens(Lab lab) {
        return lab.count(
                        "select count(*) from pg_stat_activity where application_name = 'gretlab-api-listen' and datname = current_database()")
                == 1;
    }

    private static String metrics(Lab lab) {
        return Http.send(
                        lab.anyone(),
                        "GET",
                        "/api/metrics",
                        null,
                        Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                .body();
    }
}
