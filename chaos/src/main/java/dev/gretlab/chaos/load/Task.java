/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import org.jspecify.annotations.Nullable;

/**
 * A program and what must come of it.
 *
 * @param name for the report
 * @param problem slug of the problem it is submitted to; null: it is run
 * @param cpuMs CPU limit of a run that is to reach it; null: the site's
 * @param verdict the only right one
 * @param stdout what an accepted run prints; null: not looked at
 */
record Task(
        String name,
        String language,
        String source,
        String stdin,
        @Nullable String problem,
        @Nullable Integer cpuMs,
        String verdict,
        @Nullable String stdout) {

    boolean submit() {
        return problem != null;
    }
}
