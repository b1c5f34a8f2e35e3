/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.cases;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program and what must come of it.
 *
 * @param limits those that are missing are the site's defaults
 * @param expectInGvisor what must come of it instead where gVisor's kernel rightly answers
 *     otherwise
 * @param repeat how often it runs in a row; null: once
 * @param note for people
 */
record Case(
        String id,
        String language,
        String source,
        @Nullable String stdin,
        @Nullable Limits limits,
        Expectation expect,
        @JsonProperty("expect_in_gvisor") @Nullable Expectation expectInGvisor,
        @Nullable Integer repeat,
        @Nullable String note) {

    record Limits(
            @JsonProperty("cpu_ms") @Nullable Integer cpuMs,
            @JsonProperty("memory_mb") @Nullable Integer memoryMb,
            @JsonProperty("output_kb") @Nullable Integer outputKb) {}

    /**
     * What must hold.
     *
     * @param verdict any of these
     * @param stdout exact output of an accepted program; stdoutBase64 the same as bytes
     * @param stdoutStarts how the kept output begins, whatever the verdict
     * @param withinMs from press to verdict on an idle machine
     */
    record Expectation(
            List<String> verdict,
            @Nullable String stdout,
            @JsonProperty("stdout_base64") @Nullable String stdoutBase64,
            @JsonProperty("stdout_starts") @Nullable String stdoutStarts,
            @JsonProperty("within_ms") @Nullable Integer withinMs) {}

    /** What must hold under this isolation. */
    Expectation expectation(String isolation) {
        return isolation.equals("gvisor") && expectInGvisor != null ? expectInGvisor : expect;
    }

    static List<Case> read(Path file) {
        try {
            return JsonMapper.builder()
                    .build()
                    .readValue(Files.readAllBytes(file), new TypeReference<List<Case>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
