/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import org.jspecify.annotations.Nullable;

/** A sentence for the student about an end that says little by itself. */
final class Explanation {

    /** Of a verdict that counts no more. */
    static final String WITHDRAWN =
            "The machine that judged this was faulty, so the verdict was withdrawn and does not count.";

    private Explanation() {}

    static @Nullable String of(
            @Nullable String verdict, @Nullable Integer exitCode, @Nullable Integer signal) {
        if ("system_error".equals(verdict)) {
            return "This was our fault, not yours. It does not count.";
        }
        if (!"runtime_error".equals(verdict)) {
            return null;
        }
        if (signal != null && signal != 0) {
            return switch (signal) {
                case 4 -> "The program met an illegal instruction (SIGILL).";
                case 6 ->
                        "The program aborted itself (SIGABRT), for example by a failed assertion.";
                case 8 ->
                        "The program made an arithmetic error (SIGFPE), for example a division by zero.";
                case 11 ->
                        "The program touched memory that is not its own (SIGSEGV), for example beyond an array or by endless recursion.";
                case 31 ->
                        "The program asked the system for something that is not allowed here (SIGSYS).";
                default -> "The program was ended by signal " + signal + ".";
            };
        }
        return exitCode == null || exitCode == 0
                ? null
                : "The program ended with exit code " + exitCode + "; success is 0.";
    }
}
