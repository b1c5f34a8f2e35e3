/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import org.jspecify.annotations.Nullable;

/**
 * What became of one test.
 *
 * @param stdout its beginning, for visible tests; empty for others
 * @param message for the student, of visible tests
 * @param staffMessage the validator's word
 * @param score its points; null where tests have none
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record TestResult(
        TestCase test,
        Verdict verdict,
        Facts facts,
        byte[] stdout,
        boolean stdoutTruncated,
        byte[] stderr,
        @Nullable String message,
        @Nullable String staffMessage,
        @Nullable Points score) {}
