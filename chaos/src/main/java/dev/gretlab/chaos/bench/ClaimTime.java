/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.SQLException;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long a claim of one job takes, commit included, in a database with few finished jobs and in
 * one with many. The two take turns.
 */
final class ClaimTime {

    private static final int QUEUED = 400;

    private final BenchDatabase few;
    private final BenchDatabase many;
    private final Histogram fewTimes = new Histogram(60_000_000, 3);
    private final Histogram manyTimes = new Histogram(60_000_000, 3);

    ClaimTime(BenchDatabase few, BenchDatabase many) {
        this.few = few;
        this.many = many;
    }

    /** Each round claims as many jobs as an ordinary queue holds, in both. */
    void measure(int rounds) throws SQLException {
        try (RulesWorker fewWorker = new RulesWorker(few, 0);
                RulesWorker manyWorker = new RulesWorker(many, 0)) {
            Histogram warmUp = new Histogram(60_000_000, 3);
            claimAll(few, fewWorker, warmUp);
            claimAll(many, manyWorker, warmUp);
            for (int i = 0; i < rounds; i++) {
                if (i % 2 == 0) {
                    claimAll(few, fewWorker, fewTimes);
                    claimAll(many, manyWorker, manyTimes);
                } else {
                    claimAll(many, manyWorker, manyTimes);
                    claimAll(few, fewWorker, fewTimes);
                }
            }
        }
    }

    private static void claimAll(BenchDatabase database, RulesWorker worker, Histogram times)
            throws SQLException {
        new Stock(database).queued(QUEUED);
        while (true) {
            long start = System.nanoTime();
            List<Worker.Claimed> claimed = worker.claim(1);
            long nanos = System.nanoTime() - start;
            if (claimed.isEmpty()) {
                return;
            }
            times.recordValue(nanos / 1_000);
            worker.complete(claimed);
        }
    }

    /** Microseconds. */
    long fewMicros(double percentile) {
        return fewTimes.getValueAtPercentile(percentile);
    }

    /** Microseconds. */
    long manyMicros(double percentile) {
        return manyTimes.getValueAtPercentile(percentile);
    }

    double ratio(double percentile) {
        return (double) manyMicros(percentile) / fewMicros(percentile);
    }

    long claims() {
        return manyTimes.getTotalCount();
    }
}
