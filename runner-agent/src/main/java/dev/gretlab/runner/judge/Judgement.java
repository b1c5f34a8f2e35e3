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
 * @param tests those that were run, in order; null for a run
 * @param score null where there are no points
 * @param groups what became of each group of tests; empty where there are none
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
        @Nullable List<TestResult> tests,
        @Nullable Points score,
        List<GroupResult> groups) {

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
                work instanceof Work.Tests ? List.of() : null,
                null,
                List.of());
    }

    static Judgement ofTests(
            Grader.Grade grade, Facts facts, byte[] compileOutput, List<TestResult> tests) {
        TestResult cause = grade.cause() == null ? tests.getLast() : grade.cause();
        return new Judgement(
                grade.verdict(),
                // how a program ended on a hidden test would tell something about the test
                cause.test().visible()
                        ? facts.ending(cause.facts())
                        : facts.withoutEnd(cause.facts()),
                NOTHING,
                false,
                NOTHING,
                false,
                compileOutput,
                null,
                cause.staffMessage(),
                List.copyOf(tests),
                grade.score(),
                grade.groups());
    }
}
