/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.time.Duration;

/** Time that comes back evenly, so much a minute. Not safe for threads. */
final class Allowance {

    private static final double MINUTE = Duration.ofMinutes(1).toNanos();

    private final double aMinute;
    private double used;
    private long at;

    Allowance(Duration aMinute, long now) {
        this.aMinute = aMinute.toNanos();
        this.at = now;
    }

    /** Whether so much is left, or nothing was used yet. */
    boolean allows(long nanos, long now) {
        settle(now);
        return used == 0 || used + nanos <= aMinute;
    }

    void spend(long nanos, long now) {
        settle(now);
        used += nanos;
    }

    boolean unused(long now) {
        settle(now);
        return used == 0;
    }

    private void settle(long now) {
        used = Math.max(0, used - aMinute * ((now - at) / MINUTE));
        at = now;
    }
}
