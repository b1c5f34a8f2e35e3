/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.QueueRefused;
import java.util.concurrent.TimeUnit;

/** Tells how far jobs are that take long enough for anybody to watch. */
final class ProgressReports {

    private static final System.Logger log = System.getLogger(ProgressReports.class.getName());
    private static final long LOOK_MS = 100;

    private final Queue queue;
    private final JobsInHand jobs;
    private final Announcer announcer;
    private final Thread thread = Thread.ofVirtual().name("progress").unstarted(this::run);

    ProgressReports(Queue queue, JobsInHand jobs, Announcer announcer) {
        this.queue = queue;
        this.jobs = jobs;
        this.announcer = announcer;
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                for (JobInHand hand : jobs.all()) {
                    if (hand.takeNews(System.nanoTime())) {
                        tell(hand);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(JobInHand hand) {
        try {
            if (queue.progress(hand.job(), hand.testsDone(), hand.testsTotal())) {
                announcer.changed(hand.job().id());
            } else {
                hand.kill(JobInHand.Kill.LEASE_LOST);
            }
        } catch (DatabaseAway | QueueRefused e) {
            log.log(System.Logger.Level.DEBUG, "progress", e);
        }
    }
}
