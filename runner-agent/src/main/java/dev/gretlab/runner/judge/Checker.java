/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.PieceSink;
import org.jspecify.annotations.Nullable;

/** Tells right output from wrong, one test after the other. */
sealed interface Checker permits DefaultChecker, CustomChecker, InteractiveChecker {

    /**
     * What it says.
     *
     * @param message for the student
     * @param staffMessage for staff
     * @param score what it wrote about the points
     */
    record Word(
            boolean accepted,
            @Nullable String message,
            @Nullable String staffMessage,
            ScoreWord score) {

        Word(boolean accepted, @Nullable String message, @Nullable String staffMessage) {
            this(accepted, message, staffMessage, ScoreWord.NONE);
        }
    }

    /** The program's start as this checker needs it. */
    Exec prepare(Exec exec, int outputLimit);

    /** A sink for the output of the program that is about to start on this test. */
    PieceSink begin(TestCase test) throws JudgeFailed;

    /** Who the program talks to on this test; null: it reads the input. */
    default Trial.@Nullable Partner partner(TestCase test) {
        return null;
    }

    /** Judges what the program printed, after it ended well. */
    Word judge(TestCase test) throws JailException, JudgeFailed, ExecCancelled;
}
