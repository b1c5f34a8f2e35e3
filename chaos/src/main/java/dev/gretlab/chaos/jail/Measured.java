/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What so many places at once came to.
 *
 * @param perSecond jobs
 * @param starts nanoseconds to a program's first instruction
 */
record Measured(double perSecond, Histogram starts) {

    /** Runs jobs in so many places for so many seconds, after two in each that do not count. */
    static Measured of(Place.Kind kind, int places, int seconds)
            throws IOException, InterruptedException {
        Histogram starts = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(5), 3);
        List<Place> open = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(places)) {
            for (int i = 0; i < places; i++) {
                open.add(kind.open(i, places));
            }
            for (Place place : open) {
                place.job();
                place.job();
            }
            long begun = System.nanoTime();
            long end = begun + TimeUnit.SECONDS.toNanos(seconds);
            List<Future<Integer>> counts = new ArrayList<>();
            for (Place place : open) {
                counts.add(threads.submit(() -> jobs(place, end, starts)));
            }
            int jobs = 0;
            for (Future<Integer> count : counts) {
                jobs += count.get();
            }
            return new Measured(jobs * 1e9 / (System.nanoTime() - begun), starts);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            open.forEach(Place::close);
        }
    }

    private static int jobs(Place place, long end, Histogram starts)
            throws IOException, InterruptedException {
        int jobs = 0;
        while (System.nanoTime() - end < 0) {
            starts.recordValue(Math.max(0, place.job()));
            jobs++;
        }
        return jobs;
    }

    double startMillis(double percentile) {
        return starts.getValueAtPercentile(percentile) / 1e6;
    }
}
