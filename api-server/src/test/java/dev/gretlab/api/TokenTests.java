/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("api")
class TokenTests {

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();

    @Test
    void aTokenWorksUntilItIsRevoked() {
        Http made =
                Http.send(student.client(), "POST", "/api/v1/tokens", Map.of("name", "my laptop"));
        assertThat(made.status()).isEqualTo(201);
        String secret = made.text("secret");
        assertThat(secret).matches("glt_[A-Za-z0-9_-]{43}");
        var client =
                lab.anyone().mutate().defaultHeader("Authorization", "Bearer " + secret).build();
        assertThat(Http.send(client, "GET", "/api/v1/session").text("username"))
                .isEqualTo(student.username());

        Http list = Http.send(student.client(), "GET", "/api/v1/tokens");
        assertThat(list.body()).contains("my laptop").doesNotContain(secret);
        assertThat(
                        lab.value(
                                "select last_used_at is not null from tokens where name = 'my laptop' and user_id = ?",
                                student.id()))
                .isEqualTo(true);

        String id = made.text("id");
        assertThat(Http.send(lab.student().client(), "DELETE", "/api/v1/tokens/" + id).status())
                .isEqualTo(404);
        assertThat(Http.send(student.client(), "DELETE", "/api/v1/tokens/" + id).status())
                .isEqualTo(204);
        assertThat(Http.send(client, "GET", "/api/v1/session").status()).isEqualTo(401);
    }

    @Test
    void aTokenExpires() {
        assertThat(
                        Http.send(
                                        student.client(),
                                        "POST",
                                        "/api/v1/tokens",
                                        Map.of("name", "a", "expiresAt", "2020-01-01T00:00:00Z"))
                                .problem())
                .isEqualTo("bad-expiry");
        assertThat(
                        Http.send(
                                        student.client(),
                                        "POST",
                                        "/api/v1/tokens",
                                        Map.of(
                                                "name",
                                                "a",
                                                "expiresAt",
                                                "+999999999-01-01T00:00:00Z"))
                                .problem())
                .isEqualTo("bad-expiry");
        Http made =
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/tokens",
                        Map.of("name", "a", "expiresAt", "2999-01-01T00:00:00Z"));
        assertThat(made.text("expiresAt")).isEqualTo("2999-01-01T00:00:00Z");
        lab.update(
                "update tokens set expires_at = now() - interval '1 s' where id = ?",
                UUID.fromString(made.text("id")));
        assertThat(
                        Http.send(
                                        lab.anyone(),
                                        "GET",
                                        "/api/v1/session",
                                        null,
                                        Map.of("Authorization", "Bearer " + made.text("secret")))
                                .status())
                .isEqualTo(401);
    }

    @Test
    void theSecretIsNeitherStoredNorToldTwice() {
        Map<String, String> key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        Http made =
                Http.send(student.client(), "POST", "/api/v1/tokens", Map.of("name", "once"), key);
        Http again =
                Http.send(student.client(), "POST", "/api/v1/tokens", Map.of("name", "once"), key);
        assertThat(made.status()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.problem()).isEqualTo("answer-shown-once");
        assertThat(
                        lab.count(
                                "select count(*) from tokens where name = 'once' and user_id = ?",
                                student.id()))
                .isEqualTo(1);
        assertThat(
                        lab.count(
                                "select count(*) from idempotency_keys where response::text like ?",
                                "%" + made.text("secret") + "%"))
                .isZero();
        assertThat(
                        Http.send(
                                        student.client(),
                                        "POST",
                                        "/api/v1/tokens",
                                        Map.of("name", "other"),
                                        key)
                                .status())
                .isEqualTo(422);
    }

    @Test
    void aTokenNeedsAName() {
        assertThat(
                        Http.send(student.client(), "POST", "/api/v1/tokens", Map.of("name", "  "))
                                .problem())
                .isEqualTo("bad-token-name");
        assertThat(
                        Http.send(
                                        student.client(),
                                        "POST",
                                        "/api/v1/tokens",
                                        Map.of("name", "a\u0000b"))
                                .problem())
                .isEqualTo("invalid-text");
    }
}
