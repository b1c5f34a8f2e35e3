/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A program with the verdict that it must get, from a case file. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record JailCase(
        String id,
        String language,
        byte[] source,
        byte[] stdin,
        Limits limits,
        List<String> verdicts,
        byte @Nullable [] stdout,
        byte @Nullable [] stdoutStarts,
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        @Nullable String limit,
        @Nullable String messageHas,
        int memoryAtMostMb,
        long withinMs,
        int repeat) {

    /**
     * The cases of a file as they are to end under this isolation: where a sandbox's kernel rightly
     * answers otherwise, the case says so, and why, in `expect_in_gvisor`.
     */
    static List<JailCase> read(Path file, String isolation) throws IOException {
        List<JailCase> cases = new ArrayList<>();
        for (JsonNode node : new JsonMapper().readTree(Files.readString(file))) {
            JsonNode other = node.path("expect_in_" + isolation);
            cases.add(of(node, other.isMissingNode() ? node.path("expect") : other));
        }
        return cases;
    }

    private static JailCase of(JsonNode node, JsonNode expect) {
        JsonNode limits = node.path("limits");
        int cpuMs = limits.path("cpu_ms").asInt(2_000);
        List<String> verdicts = new ArrayList<>();
        expect.path("verdict").forEach(verdict -> verdicts.add(verdict.asString()));
        return new JailCase(
                node.path("id").asString(),
                node.path("language").asString(),
                bytes(node.path("source")),
                bytes(node.path("stdin")),
                new Limits(
                        cpuMs,
                        3 * cpuMs + 5_000,
                        limits.path("memory_mb").asInt(256),
                        limits.path("output_kb").asInt(1_024)),
                verdicts,
                stdout(expect),
                expect.has("stdout_starts") ? bytes(expect.path("stdout_starts")) : null,
                number(expect, "exit_code"),
                number(expect, "signal"),
                text(expect, "limit"),
                text(expect, "message_has"),
                expect.path("memory_at_most_mb").asInt(Integer.MAX_VALUE),
                expect.path("within_ms").asLong(Long.MAX_VALUE),
                node.path("repeat").asInt(1));
    }

    private static byte @Nullable [] stdout(JsonNode expect) {
        if (expect.has("stdout_base64")) {
            return Base64.getDecoder().decode(expect.path("stdout_base64").asString());
        }
        return expect.has("stdout") ? bytes(expect.path("stdout")) : null;
    }

    private static @Nullable Integer number(JsonNode expect, String name) {
        return expect.has(name) ? expect.path(name).asInt() : null;
    }

    private static @Nullable String text(JsonNode expect, String name) {
        return expect.has(name) ? expect.path(name).asString() : null;
    }

    private static byte[] bytes(JsonNode text) {
        return text.isMissingNode() || text.isNull()
                ? new byte[0]
                : text.asString().getBytes(StandardCharsets.UTF_8);
    }
}
