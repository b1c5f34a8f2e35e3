/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Second runs of programs that just missed their time limit. While one goes on the runner starts no
 * new job, so that the second measurement is a quieter one. A program tuned to miss its limit by
 * little would so stall everybody's jobs: hence each student, and all together, have so much time a
 * minute for it. Who has used none of it may have one second run, whatever its length, and pays for
 * it afterwards.
 */
public final class Repeats {

    private final Duration ofAStudent;
    private final LongSupplier nanoClock;
    private final Allowance all;
    private final Map<Long, Allowance> students = new HashMap<>();
    private int running;
    private Runnable whenQuiet = () -> {};

    /**
     * No second run has begun yet.
     *
     * @param aMinute time of all students together
     * @param ofAStudent time of one
     */
    public Repeats(Duration aMinute, Duration ofAStudent, LongSupplier nanoClock) {
        this.ofAStudent = ofAStudent;
        this.nanoClock = nanoClock;
        this.all = new Allowance(aMinute, nanoClock.getAsLong());
    }

    /** Whether a second run is going on. */
    public synchronized boolean running() {
        return running > 0;
    }

    /** Called each time that the last second run has ended. */
    public synchronized void whenQuiet(Runnable action) {
        whenQuiet = action;
    }

    /** A second run that goes on; ends once. */
    final class Repeat implements AutoCloseable {

        private final Allowance own;
        private final Duration expected;

        private Repeat(Allowance own, Duration expected) {
            this.own = own;
            this.expected = expected;
        }

        /** How long the program ran, without the time in which it waited to start. */
        void took(Duration time) {
            synchronized (Repeats.this) {
                long now = nanoClock.getAsLong();
                long more = Math.max(0, time.minus(expected).toNanos());
                own.spend(more, now);
                all.spend(more, now);
            }
        }

        @Override
        public void close() {
            Runnable action;
            synchronized (Repeats.this) {
                running--;
                action = running == 0 ? whenQuiet : () -> {};
            }
            action.run();
        }
    }

    /**
     * Begins a second run; null: the time for it is used up, the first measurement stands.
     *
     * @param expected how long it will take, as the first one did
     */
    synchronized @Nullable Repeat begin(long student, Duration expected) {
        long now = nanoClock.getAsLong();
        students.values().removeIf(each -> each.unused(now));
        Allowance own = students.getOrDefault(student, new Allowance(ofAStudent, now));
        long nanos = expected.toNanos();
        if (!own.allows(nanos, now) || !all.allows(nanos, now)) {
            return null;
        }
        students.put(student, own);
        own.spend(nanos, now);
        all.spend(nanos, now);
        running++;
        return new Repeat(own, expected);
    }
}
