/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.judge.Progress;
import dev.gretlab.runner.queue.ClaimedJob;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A job from its claim until its end is recorded, and how far it is. */
final class JobInHand implements Progress {

    /** Why we kill a job ourselves. */
    enum Kill {
        /** It is not ours any more. */
        LEASE_LOST,
        /** Nobody knows whether it is still ours. */
        OUTAGE,
        /** This runner must end now. */
        DRAIN
    }

    private static final long PROGRESS_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

    private final ClaimedJob job;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable JailClient jail; // while it judges
    private volatile @Nullable Kill killed;
    private volatile boolean leaseLost;
    private volatile boolean judged;
    private volatile boolean untold;
    private volatile long renewedAt;
    private volatile int testsDone;
    private volatile int testsTotal;
    private int testsTold = -1;
    private long toldAt;

    JobInHand(ClaimedJob job, long claimedAt) {
        this.job = job;
        this.renewedAt = claimedAt;
        this.toldAt = claimedAt;
    }

    ClaimedJob job() {
        return job;
    }

    void judgingIn(JailClient server) {
        lock.lock();
        try {
            jail = server;
        } finally {
            lock.unlock();
        }
    }

    /** From here on a kill must not reach the jail: the next job may be in it. */
    void judged() {
        lock.lock();
        try {
            jail = null;
            judged = true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends its programs at once. What has its verdict already is only told, see leaseLost. */
    void kill(Kill why) {
        lock.lock();
        try {
            leaseLost |= why == Kill.LEASE_LOST;
            if (killed == null || why == Kill.LEASE_LOST) {
                killed = why;
            }
            if (jail != null) {
                jail.kill();
            }
        } finally {
            lock.unlock();
        }
    }

    @Nullable Kill killed() {
        return killed;
    }

    boolean cancelled() {
        return killed != null;
    }

    /** Nothing of it runs any more; only its end is still to be told. */
    boolean isJudged() {
        return judged;
    }

    /** The database refused to hear how it ended; its lease lapses. */
    void untold() {
        untold = true;
    }

    boolean isUntold() {
        return untold;
    }

    boolean leaseLost() {
        return leaseLost;
    }

    /** The lease was renewed by a call that began then. */
    void renewed(long at) {
        renewedAt = at;
    }

    long renewedAt() {
        return renewedAt;
    }

    @Override
    public void testing(int done, int total) {
        testsTotal = total;
        testsDone = done;
    }

    int testsDone() {
        return testsDone;
    }

    int testsTotal() {
        return testsTotal;
    }

    /** Whether there is news worth a call; if so they count as told. One thread asks. */
    boolean takeNews(long now) {
        int done = testsDone;
        if (testsTotal == 0 || done == testsTold || now - toldAt < PROGRESS_PAUSE) {
            return false;
        }
        testsTold = done;
        toldAt = now;
        return true;
    }
}
