/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.error.Problem;
import java.util.UUID;

/** The two sorts of jobs as addresses show them. */
enum JobPath {
    RUNS("runs", "j.kind = 'run'"),
    SUBMISSIONS("submissions", "j.kind <> 'run'");

    private final String segment;
    private final String condition;

    JobPath(String segment, String condition) {
        this.segment = segment;
        this.condition = condition;
    }

    /** What is true for the rows of this sort, in SQL over {@code jobs j}. */
    String condition() {
        return condition;
    }

    String location(UUID id) {
        return "/api/v1/" + segment + "/" + id;
    }

    /** What is no id at all names nothing either. */
    static UUID id(String text) {
        try {
            if (text.length() == 36) {
                return UUID.fromString(text);
            }
        } catch (IllegalArgumentException e) {
            // falls through to the same answer
        }
        throw Problem.notFound().exception();
    }
}
