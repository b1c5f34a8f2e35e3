/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.judge.Repeats;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.Languages;
import dev.gretlab.runner.queue.ClaimedJob;
import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.NotRegistered;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.QueueRefused;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Claims jobs for free slots: when something is announced, when a slot becomes free, and once a
 * second in case neither was heard.
 */
final class Claims {

    private static final System.Logger log = System.getLogger(Claims.class.getName());
    private static final long POLL = TimeUnit.SECONDS.toNanos(1);

    private final Queue queue;
    private final Membership membership;
    private final JobsInHand jobs;
    private final Repeats repeats;
    private final RunnerMetrics metrics;
    private final List<String> languages;
    private final int memoryMb;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Slot> free = new ArrayDeque<>();
    private boolean asked = true;
    private long pollAt = System.nanoTime();
    private boolean stopped;
    private final Thread thread = Thread.ofVirtual().name("claims").unstarted(this::run);

    Claims(
            Queue queue,
            Membership membership,
            JobsInHand jobs,
            Repeats repeats,
            RunnerMetrics metrics,
            Languages languages,
            int memoryMb) {
        this.queue = queue;
        this.membership = membership;
        this.jobs = jobs;
        this.repeats = repeats;
        this.metrics = metrics;
        this.languages = languages.all().stream().map(Language::id).toList();
        this.memoryMb = memoryMb;
        repeats.whenQuiet(this::ask);
    }

    void start() {
        thread.start();
    }

    /** Something may be there to claim. */
    void ask() {
        lock.lock();
        try {
            asked = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void free(Slot slot) {
        lock.lock();
        try {
            free.addLast(slot);
            asked = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int freeSlots() {
        lock.lock();
        try {
            return free.size();
        } finally {
            lock.unlock();
        }
    }

    /** Claims no more. Jobs of a claim that is under way still reach their slots. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void awaitStopped() throws InterruptedException {
        thread.join();
    }

    private void run() {
        try {
            for (int slots = awaitReason(); slots > 0; slots = awaitReason()) {
                claim(slots);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers how many slots are free; 0 when it is over. */
    private int awaitReason() throws InterruptedException {
        lock.lock();
        try {
            while (!stopped) {
                long left = pollAt - System.nanoTime();
                if ((asked || left <= 0) && !free.isEmpty() && !repeats.running()) {
                    asked = false;
                    // spread, or all runners of a lab would come at the same moment
                    pollAt = System.nanoTime() + POLL * (80 + jitter()) / 100;
                    return free.size();
                }
                if (left > 0) {
                    changed.awaitNanos(left);
                } else {
                    changed.await();
                }
            }
            return 0;
        } finally {
            lock.unlock();
        }
    }

    private static int jitter() {
        return ThreadLocalRandom.current().nextInt(40);
    }

    private void claim(int slots) {
        UUID runnerId = membership.id();
        long asking = System.nanoTime();
        try {
            List<ClaimedJob> claimed =
                    queue.claim(
                            runnerId, languages, slots, memoryMb - jobs.memoryMb(), jobs.tokens());
            Instant now = Instant.now().plus(membership.databaseAhead());
            for (ClaimedJob job : claimed) {
                begin(new JobInHand(job, asking));
                if (job.attempt() == 1) {
                    Duration wait = Duration.between(job.enqueuedAt(), now);
                    metrics.waited(job.kind(), wait.isNegative() ? Duration.ZERO : wait);
                }
            }
        } catch (NotRegistered e) {
            renew(runnerId);
        } catch (DatabaseAway e) {
            log.log(System.Logger.Level.DEBUG, "claim", e);
        } catch (QueueRefused e) {
            log.log(System.Logger.Level.ERROR, String.valueOf(e.getMessage()));
        }
    }

    private void begin(JobInHand job) {
        jobs.add(job);
        Slot slot;
        lock.lock();
        try {
            slot = free.removeFirst();
        } finally {
            lock.unlock();
        }
        slot.give(job);
    }

    private void renew(UUID unknown) {
        try {
            membership.renew(unknown);
            ask();
        } catch (DatabaseAway e) {
            log.log(System.Logger.Level.DEBUG, "register", e);
        }
    }
}
