/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.List;

/** How a problem tells right output from wrong. */
public sealed interface Validator {

    /** Compares token by token with the answer. */
    record Default(ComparisonRules rules) implements Validator {}

    /**
     * A program of the problem's own.
     *
     * @param language that it is written in
     * @param files its sources
     * @param cpuMs CPU time that it may use on one test
     * @param memoryMb memory that it may use
     * @param interactive whether it talks to the program while that runs, instead of reading what
     *     it printed
     */
    record Custom(String language, List<File> files, int cpuMs, int memoryMb, boolean interactive)
            implements Validator {
        public Custom {
            files = List.copyOf(files);
        }

        /** One that reads what the program printed. */
        public Custom(String language, List<File> files, int cpuMs, int memoryMb) {
            this(language, files, cpuMs, memoryMb, false);
        }
    }

    /** A file by the SHA-256 of its content, in hex. */
    record File(String name, String hash) {}
}
