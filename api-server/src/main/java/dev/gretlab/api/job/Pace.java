/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

/**
 * When a client should ask again. The longer the wait ahead, the less it asks, so that waiting
 * never is the load.
 */
final class Pace {

    private static final int NEXT_MS = 150;
    private static final int EACH_AHEAD_MS = 200;
    private static final int SLOWEST_MS = 12_000;
    private static final int YOUNG_MS = 300;
    private static final int OLD_MS = 1_000;

    private Pace() {}

    /**
     * For a job that waits.
     *
     * @param ahead jobs before it
     * @param random from 0 to 1: spreads those who came together
     */
    static int queued(long ahead, double random) {
        return spread(
                (int) Math.min(SLOWEST_MS, NEXT_MS + EACH_AHEAD_MS * Math.min(ahead, 1000)),
                random);
    }

    /**
     * For a job that runs.
     *
     * @param ageMs since it was claimed: what has run long is not about to end
     */
    static int running(long ageMs, double random) {
        return spread(Math.clamp(ageMs / 4, YOUNG_MS, OLD_MS), random);
    }

    private static int spread(int ms, double random) {
        return (int) Math.round(ms * (0.8 + 0.4 * random));
    }
}
