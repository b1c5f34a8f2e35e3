/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gretlab.api.setting.Limits;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All about a job. What is not there yet is null.
 *
 * @param score points; null where there are none
 * @param maxScore the most that the problem gives; null where no bound is known
 * @param groups of tests, in order; null where the problem has none
 * @param retryOf the job in whose place this one is judged
 * @param retriedAs the newest job that is judged in place of this one
 * @param voided its verdict was withdrawn and counts nowhere
 */
record JobView(
        UUID id,
        String kind,
        String state,
        String phase,
        @Nullable String verdict,
        String language,
        String source,
        @Nullable String problem,
        @Nullable String problemName,
        String username,
        Limits limits,
        @Nullable String stdout,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String stdoutBase64,
        boolean stdoutTruncated,
        @Nullable String stderr,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String stderrBase64,
        boolean stderrTruncated,
        @Nullable String compileOutput,
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String limit,
        @Nullable Integer cpuMs,
        @Nullable Integer wallMs,
        @Nullable Long memoryKb,
        @Nullable BigDecimal score,
        @Nullable BigDecimal maxScore,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String message,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String staffMessage,
        int attempts,
        int attemptsLeft,
        int testsDone,
        int testsTotal,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<TestView> tests,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<GroupView> groups,
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable UUID retryOf,
        @Nullable UUID retriedAs,
        boolean voided) {

    /** A test's outcome; of a hidden one nothing that its program printed or how it ended. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record TestView(
            int number,
            String group,
            boolean visible,
            String verdict,
            int cpuMs,
            long memoryKb,
            @Nullable String input,
            @Nullable String expected,
            @Nullable String stdout,
            @Nullable String stderr,
            @Nullable Integer exitCode,
            @Nullable Integer signal,
            @Nullable String message,
            @Nullable Boolean truncated,
            @Nullable String staffMessage,
            @Nullable BigDecimal score) {}

    /**
     * What became of a group of tests.
     *
     * @param verdict null when it was not run
     * @param score null when it gives no points
     * @param maxScore null when no bound is known
     */
    record GroupView(
            String name,
            @Nullable String verdict,
            @Nullable BigDecimal score,
            @Nullable BigDecimal maxScore) {}
}
