/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("api")
class BadInputTests {

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of("{\"language\":\"cobol\",\"source\":\"x\"}", 422, "unknown-language"),
                Arguments.of("{\"source\":\"x\"}", 422, "unknown-language"),
                Arguments.of("{\"language\":\"python\",\"source\":\"\"}", 422, "empty-source"),
                Arguments.of("{\"language\":\"python\"}", 422, "empty-source"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\" \\r\\n\\t\"}", 422, "empty-source"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"\\ufeff\"}", 422, "empty-source"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\\u0000b\"}", 422, "nul-in-source"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\\ud800b\"}", 422, "invalid-utf8"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"stdin\":\"\\udc00\"}",
                        422,
                        "invalid-utf8"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"" + "a".repeat(1 << 20) + "\"}",
                        422,
                        "source-too-long"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"stdin\":\""
                                + "b".repeat((1 << 20) + 1)
                                + "\"}",
                        422,
                        "stdin-too-long"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"problem\":\"no-such-problem\"}",
                        422,
                        "unknown-problem"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"problem\":\"../etc\"}",
                        422,
                        "unknown-problem"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"limits\":{\"cpuMs\":\"much\"}}",
                        400,
                        "wrong-type"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"limits\":{\"cpuMs\":-1}}",
                        422,
                        "bad-limit"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"limits\":{\"memoryMb\":0}}",
                        422,
                        "bad-limit"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"limits\":{\"outputKb\":1.5}}",
                        422,
                        "bad-limit"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"limits\":{\"cpuMs\":1e-9}}",
                        422,
                        "bad-limit"),
                Arguments.of(
                        "{\"language\":\"python\",\"source\":\"a\",\"sauce\":1}",
                        400,
                        "unknown-field"),
                Arguments.of("{\"language\":[\"python\"],\"source\":\"a\"}", 400, "wrong-type"),
                Arguments.of("[]", 400, "wrong-type"),
                Arguments.of("{\"language\":\"python\",", 400, "bad-json"),
                Arguments.of("nonsense", 400, "bad-json"),
                Arguments.of("", 400, "missing-body"),
                Arguments.of("null", 400, "missing-body"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void eachBadRunIsRefusedInItsOwnWords(String body, int status, String problem) {
        Http answer = Http.send(student.client(), "POST", "/api/v1/runs", body);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(answer.headers().getContentType()).hasToString("application/problem+json");
        assertThat(answer.text("detail")).endsWith(".");
        assertThat(answer.json().get("status").asInt()).isEqualTo(status);
        assertThat(lab.count("select count(*) from jobs where user_id = ?", student.id())).isZero();
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] body =
                "{\"language\":\"python\",\"source\":\"a?b\"}"
                        .getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < body.length; i++) {
            if (body[i] == '?') {
                body[i] = (byte) 0xE4;
            }
        }
        Http answer = Http.send(student.client(), "POST", "/api/v1/runs", body);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.problem()).isEqualTo("invalid-utf8");
    }

    @Test
    void anUnknownFieldIsNamed() {
        Http answer = Http.send(student.client(), "POST", "/api/v1/runs", "{\"sauce\":1}");
        assertThat(answer.text("detail")).contains("sauce");
    }

    @Test
    void aFieldOfAnotherTypeIsNamedWithItsOwn() {
        Http text =
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        "{\"limits\":{\"cpuMs\":\"much\"}}");
        assertThat(text.text("detail")).contains("limits.cpuMs").contains("a whole number");
        Http object = Http.send(student.client(), "POST", "/api/v1/runs", "{\"source\":{\"a\":1}}");
        assertThat(object.text("detail")).contains("source").contains("a text");
        Http missing = Http.send(student.client(), "POST", "/api/v1/runs", "{\"source\":\"a\"}");
        assertThat(missing.text("detail")).contains("\"language\" is missing");
    }

    @Test
    void anotherContentTypeIsRefused() {
        Http answer =
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        "x=1",
                        Map.of("Content-Type", "application/x-www-form-urlencoded"));
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.problem()).isEqualTo("unsupported-media-type");
    }

    @Test
    void aMissingBodyIsRefused() {
        Http answer =
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        null,
                        Map.of("Content-Type", "application/json"));
        assertThat(answer.status()).isEqualTo(400);
    }

    @Test
    void aBodyBeyondAllMeasureIsRefused() {
        Http answer =
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        "{\"source\":\"" + "a".repeat(6 << 20) + "\"}");
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.problem()).isEqualTo("body-too-large");
    }

    @Test
    void unknownPathsAndMethodsAreProblemsToo() {
        Http path = Http.send(student.client(), "GET", "/api/v1/nothing");
        assertThat(path.status()).isEqualTo(404);
        assertThat(path.problem()).isEqualTo("not-found");
        Http outside = Http.send(lab.anyone(), "GET", "/nothing/at/all");
        assertThat(outside.status()).isEqualTo(404);
        assertThat(outside.problem()).isEqualTo("not-found");
        Http method = Http.send(student.client(), "PUT", "/api/v1/runs", "{}");
        assertThat(method.status()).isEqualTo(405);
        assertThat(method.problem()).isEqualTo("method-not-allowed");
        assertThat(method.header("Allow")).contains("POST");
        Http form =
                Http.send(
                        student.client(),
                        "GET",
                        "/api/v1/languages",
                        null,
                        Map.of("Accept", "application/xml"));
        assertThat(form.status()).isEqualTo(406);
    }

    @Test
    void whatIsNoIdNamesNothing() {
        assertThat(Http.send(student.client(), "GET", "/api/v1/runs/1").status()).isEqualTo(404);
        assertThat(
                        Http.send(
                                        student.client(),
                                        "GET",
                                        "/api/v1/runs/zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz/status")
                                .status())
                .isEqualTo(404);
        assertThat(Http.send(student.client(), "DELETE", "/api/v1/tokens/'or'1").status())
                .isEqualTo(404);
        assertThat(Http.send(student.client(), "GET", "/api/v1/submissions?limit=many").status())
                .isEqualTo(400);
        assertThat(Http.send(student.client(), "GET", "/api/v1/runs/a%2fb").problem())
                .isEqualTo("bad-request");
        assertThat(Http.send(student.client(), "GET", "/api/v1/submissions?limit=0").status())
                .isEqualTo(400);
    }

    @Test
    void aKeyOfTheWrongFormIsRefused() {
        Http answer =
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        "{\"language\":\"python\",\"source\":\"a\"}",
                        Map.of("Idempotency-Key", "k".repeat(201)));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("bad-idempotency-key");
    }
}
