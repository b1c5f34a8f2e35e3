/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of an attempt and all that is recorded with it.
 *
 * @param facts the highest figures over all starts of the program
 * @param tests in order, up to the first that failed; null for a run
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Judgement(
        Verdict verdict,
        Facts facts,
        byte[] stdout,
        boolean stdoutTruncated,
        byte[] stderr,
        boolean stderrTruncated,
        byte[] compileOutput,
        @Nullable String message,
        @Nullable String staffMessage,
        @Nullable List<TestResult> tests) {

    private static final byte[] NOTHING = {};

    static Judgement compileError(Facts facts, byte[] output, @Nullable String message, Work work) {
        return new Judgement(
                Verdict.COMPILE_ERROR,
                facts,
                NOTHING,
                false,
                NOTHING,
                false,
                output,
                message,
                null,
                work instanceof Work.Tests ? List.of() : null);
    }

    static Judgement ofTests(
            Verdict verdict, Facts facts, byte[] compileOutput, List<TestResult> tests) {
        TestResult last = tests.getLast();
        return new Judgement(
                verdict,
                // how a program ended on a hidden test would tell something about the test
                last.test().visible() ? facts : facts.withoutEnd(),
                NOTHING,
                false,
                NOTHING,
                false,
                compileOutput,
                null,
                last.staffMessage(),
                List.copyOf(tests));
    }
}
