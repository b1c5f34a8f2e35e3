/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Counts events by the second in which they happened. Later ones count for the last second. */
final class PerSecond {

    private final AtomicIntegerArray counts;

    PerSecond(int seconds) {
        counts = new AtomicIntegerArray(Math.max(1, seconds));
    }

    void count(long nanosFromBeginning) {
        counts.incrementAndGet(
                Math.clamp(nanosFromBeginning / 1_000_000_000, 0, counts.length() - 1));
    }

    long total() {
        long total = 0;
        for (int i = 0; i < counts.length(); i++) {
            total += counts.get(i);
        }
        return total;
    }

    int highest() {
        int highest = 0;
        for (int i = 0; i < counts.length(); i++) {
            highest = Math.max(highest, counts.get(i));
        }
        return highest;
    }
}
