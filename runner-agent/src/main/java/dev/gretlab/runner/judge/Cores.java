/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.ExecCancelled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The cores that the programs of a runner share. Inside gVisor the CPU time of a program grows
 * while it waits for a core, so there no more programs run at once than there are cores: the others
 * wait for their turn before they start, where no time is counted yet.
 */
public final class Cores {

    /** A program that only sleeps holds a core too; nobody waits longer than this for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    // of a glance at whether the job is cancelled
    private static final long GLANCE = Duration.ofMillis(50).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Long> line = new ArrayDeque<>();
    private final int all;
    private final long patience;
    private long free;
    private long asked;

    private Cores(long free, int all, Duration patience) {
        this.free = free;
        this.all = all;
        this.patience = patience.toNanos();
    }

    /** As many programs at once as there are cores. */
    public static Cores of(int cores) {
        return of(cores, PATIENCE);
    }

    static Cores of(int cores, Duration patience) {
        return new Cores(cores, cores, patience);
    }

    /** Programs start at once: their CPU time is their own, however many there are. */
    public static Cores uncounted() {
        return new Cores(Long.MAX_VALUE, 0, PATIENCE);
    }

    /** What a program holds while it runs. */
    final class Share implements AutoCloseable {

        private final int held;

        private Share(int held) {
            this.held = held;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                free += held;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits for a core. */
    Share one(BooleanSupplier cancelled) throws ExecCancelled {
        return take(1, cancelled);
    }

    /** Waits until no other program runs; until it is closed none begins. */
    Share all(BooleanSupplier cancelled) throws ExecCancelled {
        return take(all, cancelled);
    }

    private Share take(int wanted, BooleanSupplier cancelled) throws ExecCancelled {
        long end = System.nanoTime() + patience;
        lock.lock();
        Long place = ++asked;
        line.addLast(place);
        try {
            // in the order of asking: who wants all of them is not passed by those who want one
            while (!place.equals(line.peekFirst()) || free < wanted) {
                if (cancelled.getAsBoolean()) {
                    throw new ExecCancelled();
                }
                long left = end - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                long ignored = changed.awaitNanos(Math.min(left, GLANCE));
            }
            free -= wanted;
            return new Share(wanted);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecCancelled();
        } finally {
            line.remove(place);
            changed.signalAll();
            lock.unlock();
        }
    }
}
