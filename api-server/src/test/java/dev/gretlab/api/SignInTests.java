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
import org.springframework.test.web.reactive.server.WebTestClient;

@Tag("api")
class SignInTests {

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();

    private Http signIn(String username, String password, Map<String, String> headers) {
        return Http.send(
                lab.anyone(),
                "POST",
                "/api/v1/session",
                Map.of("username", username, "password", password),
                headers);
    }

    private WebTestClient browser() {
        Http answer = signIn(student.username(), Lab.PASSWORD, Map.of());
        assertThat(answer.status()).isEqualTo(204);
        String cookie = answer.header("Set-Cookie");
        assertThat(cookie)
                .startsWith("__Host-gretlab=")
                .containsIgnoringCase("HttpOnly")
                .contains("Secure")
                .contains("SameSite=Lax")
                .contains("Path=/");
        String value = cookie.substring("__Host-gretlab=".length(), cookie.indexOf(';'));
        assertThat(value).hasSizeGreaterThanOrEqualTo(43);
        assertThat(
                        lab.count(
                                "select count(*) from sessions where encode(id_hash, 'escape') = ?",
                                value))
                .isZero();
        return lab.anyone().mutate().defaultCookie("__Host-gretlab", value).build();
    }

    @Test
    void theRightPasswordOpensASession() {
        Http session = Http.send(browser(), "GET", "/api/v1/session");
        assertThat(session.status()).isEqualTo(200);
        assertThat(session.text("username")).isEqualTo(student.username());
        assertThat(session.text("role")).isEqualTo("student");
        assertThat(session.text("csrfToken")).hasSizeGreaterThan(40);
        assertThat(session.text("expiresAt")).isGreaterThan(session.text("serverTime"));
    }

    @Test
    void wrongPasswordUnknownNameAndOddNamesAreToldApartByNobody() {
        for (String name :
                new String[] {student.username(), "nobody-here", "Not A Name\u0000", ""}) {
            Http answer = signIn(name, "wrong", Map.of());
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.problem()).isEqualTo("bad-credentials");
            assertThat(answer.headers().containsHeader("Set-Cookie")).isFalse();
        }
    }

    @Test
    void writesInASessionNeedItsToken() {
        WebTestClient browser = browser();
        String token = Http.send(browser, "GET", "/api/v1/session").text("csrfToken");
        Map<String, String> run = Map.of("language", "python", "source", "");

        Http without = Http.send(browser, "POST", "/api/v1/runs", run);
        assertThat(without.status()).isEqualTo(403);
        assertThat(without.problem()).isEqualTo("csrf");
        assertThat(
                        Http.send(
                                        browser,
                                        "POST",
                                        "/api/v1/runs",
                                        run,
                                        Map.of("X-CSRF-Token", token + "x"))
                                .problem())
                .isEqualTo("csrf");
        // past the guard, and then refused for what it is
        assertThat(
                        Http.send(
                                        browser,
                                        "POST",
                                        "/api/v1/runs",
                                        run,
                                        Map.of("X-CSRF-Token", token))
                                .problem())
                .isNotEqualTo("csrf");
        assertThat(Http.send(browser, "DELETE", "/api/v1/session").problem()).isEqualTo("csrf");
        // the same for the whole session
        assertThat(Http.send(browser, "GET", "/api/v1/session").text("csrfToken")).isEqualTo(token);
    }

    @Test
    void signingOutEndsTheSessionAtOnce() {
        WebTestClient browser = browser();
        String token = Http.send(browser, "GET", "/api/v1/session").text("csrfToken");
        Http out =
                Http.send(
                        browser, "DELETE", "/api/v1/session", null, Map.of("X-CSRF-Token", token));
        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie")).contains("Max-Age=0");
        assertThat(Http.send(browser, "GET", "/api/v1/session").status()).isEqualTo(401);
    }

    @Test
    void anExpiredSessionIsNone() {
        WebTestClient browser = browser();
        lab.update(
                "update sessions set expires_at = now() - interval '1 second' where user_id = ?",
                student.id());
        Http answer = Http.send(browser, "GET", "/api/v1/session");
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.problem()).isEqualTo("unauthenticated");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void aSessionInUseIsProlonged() {
        WebTestClient browser = browser();
        lab.update(
                "update sessions set expires_at = now() + interval '1 hour', last_seen_at = now() - interval '11 hours' where user_id = ?",
                student.id());
        assertThat(Http.send(browser, "GET", "/api/v1/session").status()).isEqualTo(200);
        assertThat(
                        lab.value(
                                "select expires_at > now() + interval '11 hours' from sessions where user_id = ?",
                                student.id()))
                .isEqualTo(true);
    }

    @Test
    void tenWrongPasswordsShutTheNameForThisAddress() {
        for (int i = 0; i < 10; i++) {
            assertThat(signIn(student.username(), "wrong", Map.of()).status()).isEqualTo(401);
        }
        Http shut = signIn(student.username(), Lab.PASSWORD, Map.of());
        assertThat(shut.status()).isEqualTo(429);
        assertThat(shut.problem()).isEqualTo("too-many-sign-ins");
        assertThat(Integer.parseInt(shut.header("Retry-After"))).isBetween(1, 600);
        // others at the same address are not touched
        assertThat(signIn(lab.student().username(), Lab.PASSWORD, Map.of()).status())
                .isEqualTo(204);
        // and after ten minutes it opens
        lab.update(
                "update sign_in_failures set window_started_at = now() - interval '11 minutes' where username = ?",
                student.username());
        assertThat(signIn(student.username(), Lab.PASSWORD, Map.of()).status()).isEqualTo(204);
        assertThat(
                        lab.count(
                                "select count(*) from sign_in_failures where username = ?",
                                student.username()))
                .isZero();
    }

    @Test
    void aForeignPageSignsNobodyIn() {
        assertThat(
                        signIn(
                                        student.username(),
                                        Lab.PASSWORD,
                                        Map.of("Sec-Fetch-Site", "cross-site"))
                                .problem())
                .isEqualTo("csrf");
        assertThat(
                        signIn(
                                        student.username(),
                                        Lab.PASSWORD,
                                        Map.of("Origin", "https://evil.example"))
                                .problem())
                .isEqualTo("csrf");
        assertThat(signIn(student.username(), Lab.PASSWORD, Map.of("Origin", lab.url())).status())
                .isEqualTo(204);
        assertThat(
                        Http.send(
                                        lab.anyone(),
                                        "POST",
                                        "/api/v1/session",
                                        "username=a&password=b",
                                        Map.of("Content-Type", "application/x-www-form-urlencoded"))
                                .status())
                .isEqualTo(415);
    }

    @Test
    void someoneWhoWasDisabledIsOut() {
        lab.update("update users set disabled_at = now() where id = ?", student.id());
        assertThat(signIn(student.username(), Lab.PASSWORD, Map.of()).status()).isEqualTo(401);
        assertThat(Http.send(student.client(), "GET", "/api/v1/session").status()).isEqualTo(401);
    }

    @Test
    void madeUpTokensAndCookiesAreNobody() {
        for (String header :
                new String[] {
                    "Bearer glt_" + UUID.randomUUID(),
                    "Bearer ",
                    "Basic YTpi",
                    "glt_x",
                    "Bearer " + "a".repeat(5000)
                }) {
            assertThat(
                            Http.send(
                                            lab.anyone(),
                                            "GET",
                                            "/api/v1/session",
                                            null,
                                            Map.of("Authorization", header))
                                    .status())
                    .isEqualTo(401);
        }
        assertThat(
                        Http.send(
                                        lab.anyone()
                                                .mutate()
                                                .defaultCookie("__Host-gretlab", "made-up")
                                                .build(),
                                        "GET",
                                        "/api/v1/session")
                                .status())
                .isEqualTo(401);
    }
}
