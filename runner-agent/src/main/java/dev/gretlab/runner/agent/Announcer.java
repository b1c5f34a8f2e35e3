/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.QueueRefused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tells the API replicas which jobs changed: the first at once, the next ones together, because a
 * notification holds a lock of the whole database while it commits. What cannot be told is
 * forgotten: clients that hear nothing ask.
 */
final class Announcer {

    private static final System.Logger log = System.getLogger(Announcer.class.getName());
    private static final long PAUSE_MS = 20;
    private static final int MOST_TOGETHER = 200;

    private final Queue queue;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Set<UUID> changed = new LinkedHashSet<>();
    private final Thread thread = Thread.ofVirtual().name("announcer").unstarted(this::run);

    Announcer(Queue queue) {
        this.queue = queue;
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    void changed(UUID job) {
        changed(List.of(job));
    }

    void changed(Collection<UUID> jobs) {
        lock.lock();
        try {
            changed.addAll(jobs);
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (true) {
                tell(take());
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<UUID> take() throws InterruptedException {
        lock.lock();
        try {
            while (changed.isEmpty()) {
                news.await();
            }
            List<UUID> taken = new ArrayList<>();
            for (Iterator<UUID> jobs = changed.iterator();
                    jobs.hasNext() && taken.size() < MOST_TOGETHER; ) {
                taken.add(jobs.next());
                jobs.remove();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void tell(List<UUID> jobs) {
        try {
            queue.announceChanged(jobs);
        } catch (DatabaseAway | QueueRefused e) {
            log.log(System.Logger.Level.DEBUG, "announce", e);
        }
    }
}
