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
class DraftTests {

    private static final String SCRATCH = "/api/v1/drafts/scratch/python";

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();

    private Http put(String uri, String source, Map<String, String> headers) {
        return Http.send(student.client(), "PUT", uri, Map.of("source", source), headers);
    }

    @Test
    void theTextComesBackAsTyped() {
        assertThat(Http.send(student.client(), "GET", SCRATCH).status()).isEqualTo(404);
        String text = "\uFEFFa\r\n\u0000 \uD83D\uDE00";
        Http first = put(SCRATCH, text, Map.of("If-None-Match", "*"));
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.header("ETag")).isEqualTo("\"1\"");
        Http read = Http.send(student.client(), "GET", SCRATCH);
        assertThat(read.text("source")).isEqualTo(text);
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        assertThat(put(SCRATCH, "b", Map.of("If-Match", "\"1\"")).header("ETag"))
                .isEqualTo("\"2\"");
        // nobody else's
        assertThat(Http.send(lab.student().client(), "GET", SCRATCH).status()).isEqualTo(404);
    }

    @Test
    void twoWindowsDoNotOverwriteEachOther() {
        put(SCRATCH, "first", Map.of("If-None-Match", "*"));
        put(SCRATCH, "theirs", Map.of("If-Match", "\"1\""));
        for (Map<String, String> header :
                java.util.List.of(Map.of("If-Match", "\"1\""), Map.of("If-None-Match", "*"))) {
            Http conflict = put(SCRATCH, "mine", header);
            assertThat(conflict.status()).isEqualTo(409);
            assertThat(conflict.problem()).isEqualTo("draft-conflict");
            assertThat(conflict.json().get("yours").get("source").asString()).isEqualTo("mine");
            assertThat(conflict.json().get("theirs").get("source").asString()).isEqualTo("theirs");
            assertThat(conflict.json().get("theirs").get("etag").asString()).isEqualTo("\"2\"");
        }
        assertThat(put(SCRATCH, "mine", Map.of()).problem()).isEqualTo("version-required");
        assertThat(Http.send(student.client(), "GET", SCRATCH).text("source")).isEqualTo("theirs");
    }

    @Test
    void aRepeatedSaveIsNoConflictWithItself() {
        Map<String, String> headers =
                Map.of("If-None-Match", "*", "Idempotency-Key", UUID.randomUUID().toString());
        Http first = put(SCRATCH, "a", headers);
        Http again = put(SCRATCH, "a", headers);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(put(SCRATCH, "b", headers).problem()).isEqualTo("idempotency-key-reused");
    }

    @Test
    void draftsBelongToProblemsThatOneSees() {
        String course = lab.course();
        String problem = lab.problem(course);
        String uri = "/api/v1/drafts/" + problem + "/c";
        assertThat(put(uri, "a", Map.of("If-None-Match", "*")).status()).isEqualTo(404);
        assertThat(
                        Http.send(
                                        lab.student(course).client(),
                                        "PUT",
                                        uri,
                                        Map.of("source", "a"),
                                        Map.of("If-None-Match", "*"))
                                .status())
                .isEqualTo(200);
    }

    @Test
    void badTextsAreRefused() {
        assertThat(
                        Http.send(
                                        student.client(),
                                        "PUT",
                                        SCRATCH,
                                        "{\"source\":\"\\ud800\"}",
                                        Map.of("If-None-Match", "*"))
                                .problem())
                .isEqualTo("invalid-utf8");
        assertThat(put(SCRATCH, "a".repeat((1 << 20) + 1), Map.of("If-None-Match", "*")).problem())
                .isEqualTo("source-too-long");
        assertThat(
                        Http.send(
                                        student.client(),
                                        "PUT",
                                        SCRATCH,
                                        "{}",
                                        Map.of("If-None-Match", "*"))
                                .problem())
                .isEqualTo("missing-field");
        assertThat(lab.count("select count(*) from drafts where user_id = ?", student.id()))
                .isZero();
    }
}
