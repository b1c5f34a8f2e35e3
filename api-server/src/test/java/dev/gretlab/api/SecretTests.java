/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nothing that a person sent or holds is in any log, whatever went wrong. */
@Tag("api")
class SecretTests {

    private static final String MARK = "mark-of-the-secret-tests";

    @Test
    void noLogCarriesWhatPeopleSent() {
        try (Lab.Printed printed = new Lab.Printed();
                Lab lab = Lab.start(Map.of("logging.level.root", "info"))) {
            String course = lab.course();
            String problem = lab.problem(course);
            Lab.Person student = lab.student(course);
            Lab.Person admin = lab.admin();
            Http signedIn =
                    Http.send(
                            lab.anyone(),
                            "POST",
                            "/api/v1/session",
                            Map.of("username", student.username(), "password", Lab.PASSWORD));
            String cookie = signedIn.header("Set-Cookie").split("[=;]", -1)[1];
            String token =
                    Http.send(student.client(), "POST", "/api/v1/tokens", Map.of("name", "t"))
                            .text("secret");

            Http.send(
                    lab.anyone(),
                    "POST",
                    "/api/v1/session",
                    Map.of("username", student.username(), "password", MARK));
            Http.send(
                    lab.anyone(),
                    "POST",
                    "/api/v1/session",
                    "{\"username\":\"a\",\"password\":\"" + MARK);
            for (String source :
                    List.of(
                            MARK,
                            MARK + "\\u0000",
                            MARK + "\\ud800",
                            MARK + "\\q",
                            MARK + "a".repeat(1 << 20))) {
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        "{\"language\":\"python\",\"source\":\""
                                + source
                                + "\",\"stdin\":\""
                                + MARK
                                + "\"}");
                Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/submissions",
                        "{\"problem\":\""
                                + problem
                                + "\",\"language\":\"c\",\"source\":\""
                                + source
                                + "\"}");
                Http.send(
                        student.client(),
                        "PUT",
                        "/api/v1/drafts/scratch/c",
                        "{\"source\":\"" + source + "\"}",
                        Map.of("If-None-Match", "*"));
            }
            Http.send(student.client(), "POST", "/api/v1/runs", "{\"" + MARK + "\":1}");
            Http.send(
                    student.client(),
                    "POST",
                    "/api/v1/runs",
                    "{\"language\":\"" + MARK + "\\u0000\",\"source\":\"x\"}");
            Http.send(student.client(), "GET", "/api/v1/submissions?user=" + MARK + "%00");
            Http.send(
                    admin.client(),
                    "POST",
                    "/api/v1/users",
                    List.of(
                            Map.of(
                                    "username",
                                    "marked",
                                    "password",
                                    MARK,
                                    "displayName",
                                    "x\u0000")));
            Http.send(
                    admin.client(),
                    "PUT",
                    "/api/v1/settings",
                    List.of(Map.of("name", "lease_s", "value", MARK)));
            // an error that nobody foresaw: a table is not there
            lab.update("alter table drafts rename to drafts_away");
            Http unforeseen =
                    Http.send(
                            student.client(),
                            "PUT",
                            "/api/v1/drafts/scratch/python",
                            Map.of("source", MARK),
                            Map.of("If-None-Match", "*"));
            assertThat(unforeseen.status()).isEqualTo(500);
            assertThat(unforeseen.body())
                    .contains("internal-error")
                    .doesNotContain("drafts_away")
                    .doesNotContain("PostgreSQL");
            lab.update("alter table drafts_away rename to drafts");
            lab.update("update users set role = 'student' where false");

            String logs = printed.text() + lab.database().server().log();
            assertThat(printed.text())
                    .contains("PUT /api/v1/drafts/{problem}/{language} failed, SQLSTATE 42P01");
            // PostgreSQL did have something to say
            assertThat(lab.database().server().log()).contains("ERROR");
            assertThat(logs)
                    .doesNotContain(
                            MARK,
                            Lab.PASSWORD,
                            cookie,
                            token,
                            student.token(),
                            admin.token(),
                            Lab.METRICS_TOKEN);
        }
    }
}
