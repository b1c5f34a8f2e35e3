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
 * new job, so that the second measurement is a quieter one. Capped for the whole runner: a program
 * tuned to miss its limit by little would otherwise stall everybody's jobs, and the runner cannot
 * tell one student from another.
 */
public final class Repeats {

    private final int mostAMinute;
    private final LongSupplier nanoClock;
    private final Deque<Long> begun = new ArrayDeque<>();
    private int running;
    private Runnable whenQuiet = () -> {};

    public Repeats(int mostAMinute, LongSupplier nanoClock) {
        this.mostAMinute = mostAMinute;
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

    /** False: the cap is reached, the first measurement stands. Else {@link #end()} must follow. */
    synchronized boolean begin() {
        long now = nanoClock.getAsLong();
        while (!begun.isEmpty() && now - begun.getFirst() >= TimeUnit.MINUTES.toNanos(1)) {
            begun.removeFirst();
        }
        if (begun.size() >= mostAMinute) {
            return false;
        }
        begun.addLast(now);
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
