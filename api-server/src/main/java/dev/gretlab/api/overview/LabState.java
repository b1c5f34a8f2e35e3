/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import java.time.Instant;
import java.util.List;

/**
 * What the operator is told: it decides by this whether the lab is ready, and whether its parts may
 * be replaced now.
 *
 * @param schemaVersion how many changesets the database has run
 * @param oldestQueuedSeconds how long the oldest queued job waits
 * @param wantedRunners how many the work at hand, and contests that are near, ask for
 * @param connectionLimit how many connections the database takes from the lab's roles
 * @param runners those online first
 */
record LabState(
        int schemaVersion,
        double oldestQueuedSeconds,
        int runnersOnline,
        int wantedRunners,
        int connectionLimit,
        List<RunnerReport> runners,
        List<RunningContest> runningContests) {

    /**
     * A runner's word about itself.
     *
     * @param online it was heard of within a lease and gets work
     * @param failed what did not hold in its self-test, or was not tried
     */
    record RunnerReport(
            String name,
            String version,
            String isolation,
            boolean online,
            boolean selfTestPassed,
            List<String> failed,
            double lastBeatSeconds) {}

    /** Nobody replaces the lab's parts before its end. */
    record RunningContest(String slug, Instant endsAt) {}
}
