/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.List;

/** How the verdicts of tests make the verdict of a submission. */
public sealed interface Grading {

    /** The first test that fails ends it. */
    record FirstFailure() implements Grading {}

    /**
     * The tests lie in groups, each with rules of its own.
     *
     * @param rules the whole problem's first, each group's before those of the groups inside it, in
     *     the order of judging
     */
    record Groups(List<GroupRule> rules) implements Grading {
        public Groups {
            rules = List.copyOf(rules);
        }
    }
}
