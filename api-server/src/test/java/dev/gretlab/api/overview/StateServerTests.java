/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.api.Http;
import dev.gretlab.api.Json;
import dev.gretlab.api.Lab;
import dev.gretlab.api.Runner;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Tag("api")
class StateServerTests {

    private static final String TOKEN = "state-token-of-the-tests";

    @SuppressWarnings("NullAway.Init")
    private static Lab lab;

    @BeforeAll
    static void start() {
        lab = Lab.start(Map.of("GRETLAB_STATE_TOKEN", TOKEN, "GRETLAB_STATE_PORT", "0"));
    }

    @AfterAll
    static void stop() {
        if (lab != null) {
            lab.close();
        }
    }

    private static int port() {
        return lab.context().getBean(StateServer.class).port();
    }

    /** The whole answer, as it came. */
    private static String raw(String... lines) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            out.write(
                    (String.join("\r\n", lines) + "\r\nHost: lab\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static JsonNode state() {
        String answer = raw("GET /state HTTP/1.1", "Authorization: Bearer " + TOKEN);
        assertThat(answer).startsWith("HTTP/1.1 200 ");
        return Json.read(body(answer).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whoDoesNotKnowTheTokenLearnsNothing() {
        Set<String> answers = new HashSet<>();
        for (String authorization :
                List.of(
                        "X-Nothing: x",
                        "Authorization: Bearer",
                        "Authorization: Bearer " + TOKEN.substring(1),
                        "Authorization: Bearer " + TOKEN + "x",
                        "Authorization: Bearer " + "x".repeat(TOKEN.length()),
                        "Authorization: Bearer " + "x".repeat(3000),
                        "Authorization: Basic " + TOKEN,
                        "Authorization: " + TOKEN,
                        // which of two is meant is nobody's to guess
                        "Authorization: Bearer x\r\nAuthorization: Bearer " + TOKEN,
                        "Authorization: Bearer " + Lab.METRICS_TOKEN,
                        "Authorization: Bearer " + lab.admin().token())) {
            answers.add(raw("GET /state HTTP/1.1", authorization));
        }
        answers.add(raw("GET / HTTP/1.1"));
        answers.add(raw("POST /state HTTP/1.1"));
        answers.add(raw("GET /api/v1/session HTTP/1.1"));
        assertThat(answers)
                .singleElement()
                .asString()
                .startsWith("HTTP/1.1 401 ")
                .endsWith("{\"error\":\"unauthorized\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1", "POST /state HTTP/1.1", "GET /state/x HTTP/1.1"})
    void thereIsOneAddressAlone(String request) {
        assertThat(raw(request, "Authorization: Bearer " + TOKEN)).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void theOrdinaryPortKnowsNothingOfIt() {
        for (String path : List.of("/state", "/api/state", "/api/v1/state")) {
            Http answer =
                    Http.send(
                            lab.anyone(),
                            "GET",
                            path,
                            null,
                            Map.of("Authorization", "Bearer " + TOKEN));
            assertThat(answer.body()).as(path).doesNotContain("schemaVersion");
        }
    }

    @Test
    void withoutATokenThereIsNoListener() {
        assertThat(Lab.shared().context().getBean(StateServer.class).isRunning()).isFalse();
    }

    @Test
    void itTellsWhatRunnersSayOfThemselves() {
        try (Runner good = new Runner(lab);
                Runner bad = new Runner(lab)) {
            lab.update(
                    """
                    update runners set name = 'good', isolation = 'gvisor', self_test =
                        '{"networkClosed": true, "secretsHidden": true, "cpuLimited": true, "memoryLimited": true}' where id = ?
                    """,
                    good.id());
            lab.update(
                    """
                    update runners set name = 'bad', self_test =
                        '{"networkClosed": false, "secretsHidden": true, "cpuLimited": true, "memoryLimited": true}' where id = ?
                    """,
                    bad.id());
            JsonNode runners = state().get("runners");
            assertThat(runners.size()).isEqualTo(2);
            JsonNode first = runners.get(0);
            assertThat(first.get("name").asString()).isEqualTo("bad");
            assertThat(first.get("version").asString()).isEqualTo("1");
            assertThat(first.get("isolation").asString()).isEqualTo("namespaces");
            assertThat(first.get("online").asBoolean()).isTrue();
            assertThat(first.get("selfTestPassed").asBoolean()).isFalse();
            assertThat(first.get("failed").toString()).isEqualTo("[\"networkClosed\"]");
            assertThat(first.get("lastBeatSeconds").asDouble()).isBetween(0.0, 60.0);
            assertThat(runners.get(1).get("name").asString()).isEqualTo("good");
            assertThat(runners.get(1).get("isolation").asString()).isEqualTo("gvisor");
            assertThat(runners.get(1).get("selfTestPassed").asBoolean()).isTrue();
            assertThat(runners.get(1).get("failed").isEmpty()).isTrue();
        }
        assertThat(state().get("runners").isEmpty()).isTrue();
    }

    /** One figure, wherever it is read: by the operator, Prometheus, staff and KEDA. */
    @Test
    void itsFiguresAreThoseOfMetricsPageAndAutoscaler() {
        String course = lab.course();
        Lab.Person student = lab.student(course);
        contest(course, "soon", "5 minutes", "65 minutes");
        lab.update(
                "insert into contest_registrations (contest_id, user_id) select c.id, u.id from contests c, users u"
                        + " where c.slug = 'soon' and u.role = 'student' limit 1");
        for (int i = 0; i < 3; i++) {
            Http.send(
                    student.client(),
                    "POST",
                    "/api/v1/runs",
                    Map.of("language", "python", "source", "x"));
        }
        lab.update(
                "update jobs set enqueued_at = now() - interval '1 hour' where state = 'queued'");
        long wanted = lab.count("select wanted_runners()");
        assertThat(wanted).as("three jobs and a contest").isEqualTo(4);
        // figures are a second old at most
        Awaitility.await().until(() -> state().get("wantedRunners").asInt() == wanted);
        Awaitility.await().until(() -> state().get("oldestQueuedSeconds").asDouble() > 3599);
        assertThat(state().get("oldestQueuedSeconds").asDouble()).isBetween(3599.0, 3700.0);
        assertThat(state().get("runnersOnline").asInt()).isZero();
        JsonNode overview = Http.send(lab.staff().client(), "GET", "/api/v1/overview").json();
        assertThat(overview.get("wantedRunners").asInt()).isEqualTo(4);
        assertThat(overview.get("oldestSeconds").asDouble()).isBetween(3599.0, 3700.0);
        assertThat(
                        Http.send(
                                        lab.anyone(),
                                        "GET",
                                        "/api/metrics",
                                        null,
                                        Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                                .body())
                .contains("gretlab_runners_wanted 4.0");
        lab.update("delete from contest_registrations");
        assertThat(state().get("connectionLimit").asLong())
                .isEqualTo(
                        lab.count(
                                "select current_setting('max_connections')::bigint -"
                                        + " current_setting('superuser_reserved_connections')::bigint"
                                        + " - current_setting('reserved_connections')::bigint"));
        assertThat(state().get("schemaVersion").asLong())
                .isEqualTo(lab.count("select count(*) from databasechangelog"));
        try (Runner runner = new Runner(lab)) {
            runner.completeAll("accepted");
        }
    }

    @Test
    void itTellsTheContestsThatRunNow() {
        String course = lab.course();
        contest(course, "running", "-1 hour", "1 hour");
        contest(course, "over", "-2 hours", "-1 hour");
        contest(course, "to-come", "1 hour", "2 hours");
        JsonNode contests = state().get("runningContests");
        assertThat(contests.size()).isEqualTo(1);
        assertThat(contests.get(0).get("slug").asString()).isEqualTo("running");
        assertThat(java.time.Instant.parse(contests.get(0).get("endsAt").asString()))
                .isAfter(java.time.Instant.now());
    }

    private static void contest(String course, String slug, String from, String to) {
        lab.update(
                """
                insert into contests (id, course_id, slug, name, starts_at, ends_at)
                select ?, id, ?, 'A contest', now() + ?::interval, now() + ?::interval from courses where slug = ?
                """,
                UUID.randomUUID(),
                slug,
                from,
                to,
                course);
    }

    @Test
    void whenTheDatabaseDoesNotAnswerItSaysNothingElse() {
        lab.update("alter function schema_version() rename to schema_version_away");
        try {
            String answer = raw("GET /state HTTP/1.1", "Authorization: Bearer " + TOKEN);
            assertThat(answer).startsWith("HTTP/1.1 503 ");
            assertThat(body(answer)).isEqualTo("{\"error\":\"database\"}");
        } finally {
            lab.update("alter function schema_version_away() rename to schema_version");
        }
        assertThat(state().get("schemaVersion").asInt()).isPositive();
    }
}
