/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is to be done with a compiled program. */
public sealed interface Work {

    /** Run it once on the student's own input; nothing is compared. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record FreeRun(byte[] stdin) implements Work {}

    /** Run it on the tests, as far as their grading asks for. */
    record Tests(Validator validator, List<TestCase> cases, Grading grading) implements Work {
        public Tests {
            cases = List.copyOf(cases);
        }

        /** The first test that fails ends it. */
        public Tests(Validator validator, List<TestCase> cases) {
            this(validator, cases, new Grading.FirstFailure());
        }
    }

    /** The hashes of all files that this needs. */
    default Set<String> files() {
        Set<String> hashes = new LinkedHashSet<>();
        if (this instanceof Tests(Validator validator, List<TestCase> cases, Grading _)) {
            for (TestCase test : cases) {
                hashes.add(test.inputHash());
                hashes.add(test.answerHash());
            }
            if (validator instanceof Validator.Custom custom) {
                custom.files().forEach(file -> hashes.add(file.hash()));
            }
        }
        return hashes;
    }
}
