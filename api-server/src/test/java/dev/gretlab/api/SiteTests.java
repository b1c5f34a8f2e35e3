/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("api")
class SiteTests {

    private final Lab lab = Lab.shared();

    @Test
    void anAdminChangesSettingsWithinTheirBounds() {
        Lab.Person admin = lab.admin();
        Http list = Http.send(admin.client(), "GET", "/api/v1/settings");
        assertThat(list.body())
                .contains(
                        "\"name\":\"warn_wait_s\",\"value\":\"30\",\"default\":\"30\",\"minimum\":1,\"maximum\":3600");
        assertThat(
                        Http.send(
                                        admin.client(),
                                        "PUT",
                                        "/api/v1/settings",
                                        List.of(Map.of("name", "warn_wait_s", "value", "45")))
                                .status())
                .isEqualTo(204);
        assertThat(lab.value("select value from settings where name = 'warn_wait_s'"))
                .isEqualTo("45");
        assertThat(Http.send(admin.client(), "GET", "/api/v1/settings").body())
                .contains("\"updatedBy\":\"" + admin.username() + "\"");
        // all or none
        Http refused =
                Http.send(
                        admin.client(),
                        "PUT",
                        "/api/v1/settings",
                        List.of(
                                Map.of("name", "warn_wait_s", "value", "50"),
                                Map.of("name", "lease_s", "value", "1")));
        assertThat(refused.problem()).isEqualTo("setting-refused");
        assertThat(refused.text("detail")).contains("lease_s must be from 5 to 120");
        assertThat(lab.value("select value from settings where name = 'warn_wait_s'"))
                .isEqualTo("45");
        Http.send(
                admin.client(),
                "PUT",
                "/api/v1/settings",
                List.of(Map.of("name", "warn_wait_s", "value", "30")));
    }

    @Test
    void aLanguageIsSwitchedOff() {
        Lab.Person admin = lab.admin();
        assertThat(Http.send(admin.client(), "GET", "/api/v1/languages").body())
                .contains("\"id\":\"c\"");
        try {
            Http.send(
                    admin.client(),
                    "PUT",
                    "/api/v1/settings",
                    List.of(Map.of("name", "languages_off", "value", "c")));
            Http languages = Http.send(admin.client(), "GET", "/api/v1/languages");
            assertThat(languages.body())
                    .contains("\"id\":\"python\"")
                    .doesNotContain("\"id\":\"c\"");
            assertThat(
                            Http.send(
                                            lab.student().client(),
                                            "POST",
                                            "/api/v1/runs",
                                            Map.of("language", "c", "source", "x"))
                                    .problem())
                    .isEqualTo("unknown-language");
        } finally {
            Http.send(
                    admin.client(),
                    "PUT",
                    "/api/v1/settings",
                    List.of(Map.of("name", "languages_off", "value", "")));
        }
    }

    @Test
    void aRosterBecomesPeopleWhoCanSignIn() {
        String course = lab.course();
        Lab.Person teacher = lab.staff(course);
        String name = "roster-" + UUID.randomUUID().toString().substring(0, 8);
        Map<String, String> headers = Map.of("Content-Type", "text/csv", "Idempotency-Key", name);
        String csv =
                "username,displayName,courses\n" + name + ",\"Lovelace, Ada\"," + course + "\n";
        Http added = Http.send(teacher.client(), "POST", "/api/v1/users", csv, headers);
        assertThat(added.status()).isEqualTo(201);
        String password = added.json().get(0).get("password").asString();
        assertThat(password).hasSize(16);
        assertThat(lab.value("select display_name from users where username = ?", name))
                .isEqualTo("Lovelace, Ada");
        assertThat(
                        lab.count(
                                "select count(*) from course_members m join users u on u.id = m.user_id where u.username = ?",
                                name))
                .isEqualTo(1);
        assertThat(
                        Http.send(
                                        lab.anyone(),
                                        "POST",
                                        "/api/v1/session",
                                        Map.of("username", name, "password", password))
                                .status())
                .isEqualTo(204);
        assertThat(Http.send(teacher.client(), "POST", "/api/v1/users", csv, headers).problem())
                .isEqualTo("answer-shown-once");
        // who is there already stays as they are
        Http again =
                Http.send(
                        teacher.client(),
                        "POST",
                        "/api/v1/users",
                        List.of(
                                Map.of(
                                        "username",
                                        name,
                                        "password",
                                        "another-password",
                                        "courses",
                                        List.of(course))));
        assertThat(again.json().get(0).get("created").asBoolean()).isFalse();
        assertThat(
                        Http.send(
                                        lab.anyone(),
                                        "POST",
                                        "/api/v1/session",
                                        Map.of("username", name, "password", password))
                                .status())
                .isEqualTo(204);
    }

    @Test
    void aRosterWithFaultsAddsNobody() {
        String course = lab.course();
        Lab.Person teacher = lab.staff(course);
        String good = "good-" + UUID.randomUUID().toString().substring(0, 8);
        Http refused =
                Http.send(
                        teacher.client(),
                        "POST",
                        "/api/v1/users",
                        List.of(
                                Map.of("username", good, "courses", List.of(course)),
                                Map.of("username", "Bad Name", "courses", List.of(course)),
                                Map.of(
                                        "username",
                                        "boss",
                                        "role",
                                        "admin",
                                        "courses",
                                        List.of(course)),
                                Map.of(
                                        "username",
                                        "short",
                                        "password",
                                        "x",
                                        "courses",
                                        List.of(course)),
                                Map.of("username", "stray", "courses", List.of(lab.course()))));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.problem()).isEqualTo("roster-refused");
        assertThat(refused.json().get("faults").size()).isGreaterThanOrEqualTo(4);
        assertThat(lab.count("select count(*) from users where username = ?", good)).isZero();
    }

    @Test
    void anAdminMakesCourses() {
        String slug = "new-" + UUID.randomUUID().toString().substring(0, 8);
        Map<String, String> key = Map.of("Idempotency-Key", slug);
        Map<String, String> body = Map.of("slug", slug, "name", "New");
        assertThat(Http.send(lab.admin().client(), "POST", "/api/v1/courses", body, key).status())
                .isEqualTo(201);
        Lab.Person admin = lab.admin();
        assertThat(Http.send(admin.client(), "POST", "/api/v1/courses", body, key).problem())
                .isEqualTo("course-exists");
        assertThat(Http.send(admin.client(), "GET", "/api/v1/courses").body()).contains(slug);
        assertThat(Http.send(lab.student().client(), "GET", "/api/v1/courses").json().size())
                .isZero();
    }

    @Test
    void staffSeeHowTheLabIsDoing() {
        try (Runner runner = new Runner(lab)) {
            runner.completeAll("accepted");
            org.awaitility.Awaitility.await()
                    .until(() ->
                            Http.send(lab.staff().client(), "GET", "/api/v1/overview")
                                            .json()
                                            .get("runnersOnline")
                                            .asInt()
                                    == 1);
            Http overview = Http.send(lab.staff().client(), "GET", "/api/v1/overview");
            assertThat(overview.json().get("slots").asInt()).isEqualTo(4);
            assertThat(overview.json().get("queueLimit").asInt()).isEqualTo(500);
            assertThat(overview.json().get("isolation").asString()).isEqualTo("namespaces");
            assertThat(overview.json().get("runners").get(0).get("isolation").asString())
                    .isEqualTo("namespaces");
        }
        org.awaitility.Awaitility.await()
                .until(() ->
                        Http.send(lab.staff().client(), "GET", "/api/v1/overview")
                                .body()
                                .contains("No runner is up"));
    }

    @Test
    void metricsNeedTheirToken() {
        assertThat(Http.send(lab.anyone(), "GET", "/api/metrics").status()).isEqualTo(401);
        assertThat(Http.send(lab.admin().client(), "GET", "/api/metrics").status()).isEqualTo(401);
        Http metrics =
                Http.send(
                        lab.anyone(),
                        "GET",
                        "/api/metrics",
                        null,
                        Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN));
        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.body())
                .contains("gretlab_queue_depth{kind=\"run\"}")
                .contains("gretlab_queue_depth{kind=\"contest_submit\"}")
                .contains("gretlab_queue_oldest_seconds ")
                .contains("gretlab_runners_online ")
                .contains("gretlab_requests_shed_total{kind=\"run\"}")
                .contains("gretlab_limit_refused_total{limit=\"runs_per_minute\"}")
                .contains("gretlab_press_to_verdict_seconds_bucket{kind=\"submit\",le=\"0.1\"}")
                .contains("gretlab_sse_clients ");
    }

    @Test
    void everyAnswerCarriesItsGuards() {
        for (String path : List.of("/api/health", "/api/v1/session", "/nothing")) {
            Http answer = Http.send(lab.anyone(), "GET", path);
            assertThat(answer.header("Content-Security-Policy"))
                    .startsWith("default-src 'none'; script-src 'self'");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        }
        assertThat(Http.send(lab.anyone(), "GET", "/actuator").status()).isEqualTo(404);
        assertThat(Http.send(lab.anyone(), "GET", "/actuator/env").status()).isEqualTo(404);
    }

    @Test
    void healthSaysWhenTheServerIsLeaving() throws Exception {
        Lab leaving = Lab.start(Map.of("GRETLAB_DRAIN_SECONDS", "3"));
        assertThat(Http.send(leaving.anyone(), "GET", "/api/health").body())
                .isEqualTo("{\"status\":\"up\"}");
        Lab.Person student = leaving.student();
        Thread closing = Thread.ofPlatform().start(leaving::close);
        org.awaitility.Awaitility.await()
                .until(() -> Http.send(leaving.anyone(), "GET", "/api/health").status() == 503);
        // it still serves whoever comes
        assertThat(Http.send(student.client(), "GET", "/api/v1/session").status()).isEqualTo(200);
        closing.join();
    }
}
