/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two replicas of one lab. */
@Tag("api")
class ReplicaTests {

    private static final Duration EVERYWHERE = Duration.ofSeconds(5);

    @Test
    void aChangedSettingIsWrittenDownAndInForceEverywhere() {
        try (Lab first = Lab.start(Map.of());
                Lab second = first.replica()) {
            Lab.Person admin = first.admin();
            Lab.Person student = first.student();
            List<Lab> both = List.of(first, second);
            // both know the old values well
            both.forEach(lab -> {
                assertThat(send(lab, student)).isNotEqualTo("source-too-long");
                assertThat(languages(lab, student)).contains("\"id\":\"c\"");
            });

            assertThat(
                            Http.send(
                                            admin.client(),
                                            "PUT",
                                            "/api/v1/settings",
                                            List.of(
                                                    Map.of("name", "source_kb", "value", "1"),
                                                    Map.of("name", "languages_off", "value", "c")))
                                    .status())
                    .isEqualTo(204);
            await().atMost(EVERYWHERE)
                    .untilAsserted(() ->
                            assertThat(both)
                                    .allSatisfy(lab -> {
                                        assertThat(send(lab, student)).isEqualTo("source-too-long");
                                        assertThat(languages(lab, student))
                                                .doesNotContain("\"id\":\"c\"");
                                    }));
            assertThat(
                            first.count(
                                    """
                                    select count(*) from setting_changes
                                    where changed_by = ? and (name, old_value, new_value) in (('source_kb', '256', '1'), ('languages_off', '', 'c'))
                                    """,
                                    admin.id()))
                    .isEqualTo(2);
            // also what nobody changed through this API
            first.update("update settings set value = '256' where name = 'source_kb'");
            await().atMost(EVERYWHERE)
                    .until(() ->
                            both.stream()
                                    .noneMatch(
                                            lab -> send(lab, student).equals("source-too-long")));
        }
    }

    private static String languages(Lab lab, Lab.Person student) {
        return Http.send(at(lab, student).client(), "GET", "/api/v1/languages").body();
    }

    /** The problem with a program of 2 KiB, or nothing. */
    private static String send(Lab lab, Lab.Person student) {
        Http answer =
                Http.send(
                        at(lab, student).client(),
                        "POST",
                        "/api/v1/runs",
                        Map.of("language", "python", "source", "x".repeat(2048)));
        return answer.status() == 202 ? "" : answer.problem();
    }

    private static Lab.Person at(Lab lab, Lab.Person person) {
        return new Lab.Person(lab, person.id(), person.username(), person.token());
    }
}
