/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import java.util.Locale;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Durations of one kind, kept to three digits up to an hour. Safe for many threads. */
final class Times {

    static final String HEADER =
            String.format(
                    Locale.ROOT,
                    "%-28s %8s %10s %10s %10s %10s",
                    "",
                    "number",
                    "p50 ms",
                    "p95 ms",
                    "p99 ms",
                    "max ms");

    private static final long HIGHEST_MICROS = 3_600_000_000L;

    private final Histogram micros = new ConcurrentHistogram(HIGHEST_MICROS, 3);

    void record(long nanos) {
        micros.recordValue(Math.clamp(nanos / 1_000, 0, HIGHEST_MICROS));
    }

    void add(Times other) {
        micros.add(other.micros);
    }

    long count() {
        return micros.getTotalCount();
    }

    double millis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1_000.0;
    }

    /** A line under {@link #HEADER}; dashes when nothing was recorded. */
    String line(String label) {
        if (count() == 0) {
            return String.format(
                    Locale.ROOT, "%-28s %8d %10s %10s %10s %10s", label, 0, "-", "-", "-", "-");
        }
        return String.format(
                Locale.ROOT,
                "%-28s %,8d %,10.1f %,10.1f %,10.1f %,10.1f",
                label,
                count(),
                millis(50),
                millis(95),
                millis(99),
                millis(100));
    }
}
