/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("api")
class RunTests {

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();
    private Runner runner = new Runner(lab);

    @BeforeEach
    void emptyQueue() {
        runner.completeAll("accepted");
    }

    @AfterEach
    void close() {
        runner.close();
    }

    private String run(Map<String, Object> body) {
        return new String(
                java.util.Objects.requireNonNull(
                        student.client()
                                .post()
                                .uri("/api/v1/runs")
                                .bodyValue(body)
                                .exchange()
                                .expectStatus()
                                .isAccepted()
                                .expectBody()
                                .returnResult()
                                .getResponseBody()),
                StandardCharsets.UTF_8);
    }

    @Test
    void aRunGoesFromTheQueueToItsVerdict() {
        byte[] body =
                student.client()
                        .post()
                        .uri("/api/v1/runs")
                        .bodyValue(
                                Map.of(
                                        "language",
                                        "python",
                                        "source",
                                        "\uFEFFprint(1)\r\nprint(2)\r\n",
                                        "stdin",
                                        "x"))
                        .exchange()
                        .expectStatus()
                        .isAccepted()
                        .expectHeader()
                        .valueMatches("Location", "/api/v1/runs/[0-9a-f-]{36}")
                        .expectHeader()
                        .valueEquals("Cache-Control", "no-store")
                        .expectBody()
                        .jsonPath("$.state")
                        .isEqualTo("queued")
                        .jsonPath("$.position")
                        .isEqualTo(1)
                        .jsonPath("$.limits.cpuMs")
                        .isEqualTo(2000)
                        .returnResult()
                        .getResponseBody();
        String id = Json.text(body, "id");
        student.client()
                .get()
                .uri("/api/v1/runs/{id}/status", id)
                .exchange()
                .expectBody()
                .jsonPath("$.phase")
                .isEqualTo("queued")
                .jsonPath("$.position")
                .isNumber()
                .jsonPath("$.pollAfterMs")
                .isNumber();

        Runner.Claimed claimed = runner.claim(1).getFirst();
        runner.progress(claimed, "testing", 0, 1);
        student.client()
                .get()
                .uri("/api/v1/runs/{id}/status", id)
                .exchange()
                .expectBody()
                .jsonPath("$.state")
                .isEqualTo("running")
                .jsonPath("$.phase")
                .isEqualTo("testing")
                .jsonPath("$.position")
                .doesNotExist();

        runner.complete(claimed, "accepted", "1\n2\n".getBytes(StandardCharsets.UTF_8), null);
        student.client()
                .get()
                .uri("/api/v1/runs/{id}", id)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.verdict")
                .isEqualTo("accepted")
                .jsonPath("$.source")
                .isEqualTo("print(1)\nprint(2)\n")
                .jsonPath("$.stdout")
                .isEqualTo("1\n2\n")
                .jsonPath("$.stderr")
                .isEqualTo("on stderr")
                .jsonPath("$.exitCode")
                .isEqualTo(0)
                .jsonPath("$.cpuMs")
                .isEqualTo(12)
                .jsonPath("$.attempts")
                .isEqualTo(1)
                .jsonPath("$.attemptsLeft")
                .isEqualTo(2)
                .jsonPath("$.tests")
                .doesNotExist()
                .jsonPath("$.staffMessage")
                .doesNotExist();
    }

    @Test
    void outputThatIsNoTextComesInBase64() {
        String id =
                Json.text(
                        run(Map.of("language", "python", "source", "x"))
                                .getBytes(StandardCharsets.UTF_8),
                        "id");
        Runner.Claimed claimed = runner.claim(1).getFirst();
        runner.complete(claimed, "accepted", new byte[] {(byte) 0xFF, 0}, null);
        student.client()
                .get()
                .uri("/api/v1/runs/{id}", id)
                .exchange()
                .expectBody()
                .jsonPath("$.stdoutBase64")
                .isEqualTo("/wA=")
                .jsonPath("$.stdout")
                .isEmpty();
    }

    @Test
    void limitsAreClampedToTheSitesHighest() {
        String answer =
                run(
                        Map.of(
                                "language",
                                "python",
                                "source",
                                "x",
                                "limits",
                                Map.of("cpuMs", 9_000_000, "memoryMb", 1)));
        assertThat(answer)
                .contains("\"limits\":{\"cpuMs\":20000,\"memoryMb\":16,\"outputKb\":1024}");
        assertThat(
                        lab.count(
                                "select wall_ms from job_sources where job_id = ?",
                                UUID.fromString(
                                        Json.text(answer.getBytes(StandardCharsets.UTF_8), "id"))))
                .isEqualTo(65_000);
    }

    @Test
    void aLimitBeyondAllNumbersIsClampedToo() {
        for (String much : new String[] {"1099511627776", "1e3000", "2.0e9"}) {
            Http answer =
                    Http.send(
                            student.client(),
                            "POST",
                            "/api/v1/runs",
                            "{\"language\":\"python\",\"source\":\"x\",\"limits\":{\"cpuMs\":"
                                    + much
                                    + "}}");
            assertThat(answer.status()).as(much).isEqualTo(202);
            assertThat(answer.json().get("limits").get("cpuMs").asInt()).isEqualTo(20_000);
            runner.completeAll("accepted");
        }
    }

    @Test
    void aCancelledRunSaysSo() {
        String id =
                Json.text(
                        run(Map.of("language", "c", "source", "x"))
                                .getBytes(StandardCharsets.UTF_8),
                        "id");
        student.client()
                .delete()
                .uri("/api/v1/runs/{id}", id)
                .exchange()
                .expectStatus()
                .isNoContent();
        student.client()
                .get()
                .uri("/api/v1/runs/{id}/status", id)
                .exchange()
                .expectBody()
                .jsonPath("$.verdict")
                .isEqualTo("cancelled");
        // once more is no error
        student.client()
                .delete()
                .uri("/api/v1/runs/{id}", id)
                .exchange()
                .expectStatus()
                .isNoContent();
    }

    @Test
    void theSameKeyAnswersAsTheFirstTime() {
        String key = UUID.randomUUID().toString();
        Map<String, String> body = Map.of("language", "python", "source", "print(1)");
        String first = posted(key, body, 202);
        String second = posted(key, body, 202);
        assertThat(Json.text(second.getBytes(StandardCharsets.UTF_8), "id"))
                .isEqualTo(Json.text(first.getBytes(StandardCharsets.UTF_8), "id"));
        assertThat(posted(key, Map.of("language", "python", "source", "print(2)"), 422))
                .contains("idempotency-key-reused");
        assertThat(lab.count("select count(*) from jobs where user_id = ?", student.id()))
                .isEqualTo(1);
    }

    private String posted(String key, Map<String, String> body, int status) {
        return new String(
                java.util.Objects.requireNonNull(
                        student.client()
                                .post()
                                .uri("/api/v1/runs")
                                .header("Idempotency-Key", key)
                                .bodyValue(body)
                                .exchange()
                                .expectStatus()
                                .isEqualTo(status)
                                .expectBody()
                                .returnResult()
                                .getResponseBody()),
                StandardCharsets.UTF_8);
    }
}
