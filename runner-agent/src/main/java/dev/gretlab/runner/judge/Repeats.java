/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Second runs of programs that just missed their time limit. While one goes on the runner starts no
 * new job, so that the second measurement is a quieter one. A program tuned to miss its limit by
 * little would so stall everybody's jobs: hence few a minute for one student, and a cap for the
 * whole runner.
 */
public final class Repeats {

    private final int mostAMinute;
    private final int mostOfAStudent;
    private final LongSupplier nanoClock;
    private final Deque<Begun> begun = new ArrayDeque<>();
    private int running;
    private Runnable whenQuiet = () -> {};

    private record Begun(long at, long student) {}

    /**
     * No second run has begun yet.
     *
     * @param mostAMinute of all students together
     * @param mostOfAStudent in a minute
     */
    public Repeats(int mostAMinute, int mostOfAStudent, LongSupplier nanoClock) {
        this.mostAMinute = mostAMinute;
        this.mostOfAStudent = mostOfAStudent;
        this.nanoClock = nanoClock;
    }

    /** Whether a second run is going on. */
    public synchronized boolean running() {
        return running > 0;
    }

    /** Called each time that the last second run has ended. */
    public synchronized void whenQuiet(Runnable action) {
        whenQuiet = action;
    }

    /** False: a cap is reached, the first measurement stands. Else {@link #end()} must follow. */
    synchronized boolean begin(long student) {
        long now = nanoClock.getAsLong();
        while (!begun.isEmpty() && now - begun.getFirst().at() >= TimeUnit.MINUTES.toNanos(1)) {
            begun.removeFirst();
        }
        if (begun.size() >= mostAMinute
                || begun.stream().filter(one -> one.student() == student).count()
                        >= mostOfAStudent) {
            return false;
        }
        begun.addLast(new Begun(now, student));
        running++;
        return true;
    }

    void end() {
        Runnable action;
        synchronized (this) {
            running--;
            action = running == 0 ? whenQuiet : () -> {};
        }
        action.run();
    }
}
