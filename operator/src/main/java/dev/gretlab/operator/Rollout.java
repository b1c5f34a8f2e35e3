/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.operator.LabState.Contest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a lab may go to another version now: not while people compete in it. */
final class Rollout {

    /**
     * On the resource: the version that does not wait. It names one, so that it forces nothing when
     * it is forgotten.
     */
    static final String FORCE = "gretlab.dev/force-rollout";

    static final String CONTEST_RUNS = "ContestRuns";

    private Rollout() {}

    /**
     * What it waits for; empty when it may go.
     *
     * @param wanted the version that it should go to
     * @param forced what the annotation says
     * @param patience how long the API's first word is waited for. When it does not come the
     *     rollout goes: a version whose API is broken must be replaceable
     */
    static Optional<PartState> waitsFor(
            String wanted,
            @Nullable String forced,
            StateWatch.Known known,
            Duration patience,
            Instant now) {
        if (wanted.equals(forced)) {
            return Optional.empty();
        }
        LabState last = known.last();
        if (last == null) {
            return now.isBefore(known.since().plus(patience))
                    ? Optional.of(
                            PartState.coming(
                                    "AskingForContests",
                                    "Version "
                                            + wanted
                                            + " waits for the API's word whether a contest runs."))
                    : Optional.empty();
        }
        // while the API is silent a contest runs until the end that was told
        List<Contest> running =
                last.contests().stream()
                        .filter(contest -> now.isBefore(contest.endsAt()))
                        .sorted(Comparator.comparing(Contest::endsAt).reversed())
                        .toList();
        return running.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        PartState.coming(
                                CONTEST_RUNS,
                                "Version "
                                        + wanted
                                        + " waits for the end of contest "
                                        + running.getFirst().slug()
                                        + " at "
                                        + running.getFirst().endsAt()
                                        + ". The annotation "
                                        + FORCE
                                        + ": \""
                                        + wanted
                                        + "\" on the resource does not wait."));
    }
}
