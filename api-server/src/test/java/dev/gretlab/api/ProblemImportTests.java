/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.MultipartBodyBuilder;
import tools.jackson.databind.JsonNode;

@Tag("api")
class ProblemImportTests {

    private final Lab lab = Lab.shared();
    private final String course = lab.course();
    private final Lab.Person teacher = lab.staff(course);
    private final String slug = "imported-" + UUID.randomUUID().toString().substring(0, 8);

    private Map<String, String> goodPackage() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                "problem.yaml",
                """
                problem_format_version: 2025-09
                name: Sum of two
                uuid: %s
                limits:
                  time_limit: 1.5
                  memory: 64
                """
                        .formatted(UUID.randomUUID()));
        files.put("statement/problem.en.md", "Add $a$ and $b$. <script>alert(1)</script>\n");
        files.put("data/sample/1.in", "1 2\n");
        files.put("data/sample/1.ans", "3\n");
        files.put("data/secret/01.in", "5 5\n");
        files.put("data/secret/01.ans", "10\n");
        files.put("submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n");
        return files;
    }

    private byte[] zip(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(slug + "/" + file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Http send(
            Lab.Person person,
            String uri,
            String part,
            byte[] content,
            Map<String, String> headers) {
        MultipartBodyBuilder body = new MultipartBodyBuilder();
        body.part(
                part,
                new ByteArrayResource(content) {
                    @Override
                    public String getFilename() {
                        return slug + ".zip";
                    }
                });
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", MediaType.MULTIPART_FORM_DATA_VALUE);
        return Http.send(person.client(), "POST", uri, body.build(), all);
    }

    private Http send(byte[] content) {
        return send(teacher, "/api/v1/problems?course=" + course, "package", content, Map.of());
    }

    @Test
    void aPackageBecomesAProblem() throws IOException {
        Map<String, String> key = Map.of("Idempotency-Key", slug);
        Map<String, String> files = goodPackage();
        byte[] zip = zip(files);
        Http added = send(teacher, "/api/v1/problems?course=" + course, "package", zip, key);
        assertThat(added.body()).contains("\"slug\":\"" + slug + "\"");
        assertThat(added.status()).isEqualTo(201);
        assertThat(added.header("Location")).isEqualTo("/api/v1/problems/" + slug);
        assertThat(added.json().get("tests").asInt()).isEqualTo(2);
        Lab.Person student = lab.student(course);
        Http page = Http.send(student.client(), "GET", "/api/v1/problems/" + slug);
        assertThat(page.text("name")).isEqualTo("Sum of two");
        assertThat(page.text("statementHtml")).contains("<math").doesNotContain("<script");
        assertThat(page.json().get("limits").get("cpuMs").asInt()).isEqualTo(1500);
        // the same request again is the same answer; a changed package is the next version, seen at
        // once
        assertThat(send(teacher, "/api/v1/problems?course=" + course, "package", zip, key).body())
                .isEqualTo(added.body());
        files.put("statement/problem.en.md", "Add both.\n");
        assertThat(send(zip(files)).json().get("version").asInt()).isEqualTo(2);
        assertThat(
                        Http.send(student.client(), "GET", "/api/v1/problems/" + slug)
                                .text("statementHtml"))
                .contains("Add both.");
    }

    @Test
    void aConversationStandsForItsSample() throws IOException {
        Map<String, String> files = goodPackage();
        files.put("problem.yaml", files.get("problem.yaml") + "type: interactive\n");
        files.put("output_validator/talk.py", "");
        files.put("data/sample/1.interaction", "<hi\n>3\n");
        files.put("data/sample/2.in", "4 5\n");
        files.put("data/sample/2.ans", "9\n");
        assertThat(send(zip(files)).status()).isEqualTo(201);
        Lab.Person student = lab.student(course);
        JsonNode page = Http.send(student.client(), "GET", "/api/v1/problems/" + slug).json();
        assertThat(page.get("samples").toString())
                .isEqualTo("[{\"number\":2,\"input\":\"4 5\\n\",\"output\":\"9\\n\"}]");
        assertThat(page.get("conversations").toString())
                .isEqualTo(
                        "[{\"number\":1,\"name\":\"sample/1\",\"lines\":[{\"from\":\"judge\",\"text\":\"hi\"},{\"from\":\"program\",\"text\":\"3\"}]}]");
        JsonNode result = judged(student);
        assertThat(result.get("tests").get(0).get("stdout").asString()).isEqualTo("said");
        assertThat(result.get("tests").get(0).propertyNames())
                .as("the validator's own")
                .doesNotContain("input", "expected");
        assertThat(result.get("tests").get(1).get("input").asString()).isEqualTo("4 5\n");
    }

    /** A submission whose samples both failed. */
    private JsonNode judged(Lab.Person student) {
        String id =
                Http.send(
                                student.client(),
                                "POST",
                                "/api/v1/submissions",
                                Map.of("problem", slug, "language", "python", "source", "1"))
                        .text("id");
        try (Runner runner = new Runner(lab)) {
            String failed =
                    "{\"number\": %d, \"verdict\": \"wrong_answer\", \"cpuMs\": 1, \"wallMs\": 1, \"memoryKb\": 1, \"stdout\": \"c2FpZA==\"}";
            runner.claim(50)
                    .forEach(claimed ->
                            runner.complete(
                                    claimed,
                                    "wrong_answer",
                                    new byte[0],
                                    "[" + failed.formatted(1) + "," + failed.formatted(2) + "]"));
        }
        return Http.send(student.client(), "GET", "/api/v1/submissions/" + id).json();
    }

    @Test
    void aBrokenPackageIsToldAllItsFaultsAndLeavesNothing() throws IOException {
        Map<String, String> files = goodPackage();
        files.remove("data/secret/01.ans");
        files.remove("statement/problem.en.md");
        Http refused = send(zip(files));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.problem()).isEqualTo("package-refused");
        assertThat(refused.json().get("faults").size()).isGreaterThanOrEqualTo(2);
        assertThat(refused.json().get("faults").toString()).contains("01");
        assertThat(send("no zip at all".getBytes(StandardCharsets.UTF_8)).problem())
                .isEqualTo("package-refused");
        assertThat(lab.count("select count(*) from problems where slug = ?", slug)).isZero();
    }

    @Test
    void onlyStaffOfTheCourseImport() throws IOException {
        byte[] zip = zip(goodPackage());
        String uri = "/api/v1/problems?course=" + course;
        assertThat(send(lab.student(course), uri, "package", zip, Map.of()).status())
                .isEqualTo(403);
        assertThat(send(lab.staff(lab.course()), uri, "package", zip, Map.of()).problem())
                .isEqualTo("unknown-course");
        assertThat(send(teacher, "/api/v1/problems", "package", zip, Map.of()).problem())
                .isEqualTo("missing-field");
        assertThat(send(teacher, uri, "parcel", zip, Map.of()).status()).isEqualTo(400);
        assertThat(lab.count("select count(*) from problems where slug = ?", slug)).isZero();
        assertThat(send(lab.admin(), uri, "package", zip, Map.of()).status()).isEqualTo(201);
        String other = lab.course();
        assertThat(
                        send(
                                        lab.staff(other),
                                        "/api/v1/problems?course=" + other,
                                        "package",
                                        zip,
                                        Map.of())
                                .problem())
                .isEqualTo("problem-exists");
    }
}
