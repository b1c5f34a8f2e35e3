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

    /** Run it on every test until one fails. */
    record Tests(Validator validator, List<TestCase> cases) implements Work {
        public Tests {
            cases = List.copyOf(cases);
        }
    }

    /** The hashes of all files that this needs. */
    default Set<String> files() {
        Set<String> hashes = new LinkedHashSet<>();
        if (this instanceof Tests(Validator validator, List<TestCase> cases)) {
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
