/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Ended;

/** When the programs of one job are measured again. */
final class Remeasuring {

    // a job that is near its limit on every test would double its cost
    private static final int MOST_NEAR_MISSES = 3;

    private static final int MOST_TIMES = 4;

    // thousandths; less is the noise of a quiet machine
    private static final long INFLATED = 1250;

    private int nearMisses;

    /**
     * Whether the last measurement should be followed by another.
     *
     * @param times how often this program was measured on this input, at least once
     */
    boolean wants(Ended ended, Finding finding, int times) {
        if (!finding.worthRepeating() || times == MOST_TIMES) {
            return false;
        }
        // load only ever adds to a measurement: while there is some, the next one may be truer
        if (ended.inflation() >= INFLATED) {
            return true;
        }
        return times == 1 && nearMisses++ < MOST_NEAR_MISSES;
    }
}
