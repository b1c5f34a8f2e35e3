/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.queue.ClaimedJob;
import dev.gretlab.runner.queue.Completions;
import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.LeaseLost;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.QueueRefused;
import java.time.Duration;

/**
 * Tells the queue how attempts ended. While the database is away it asks again, until the database
 * itself says that the lease is lost: a verdict that was worked for is not thrown away.
 */
final class Reports {

    private static final System.Logger log = System.getLogger(Reports.class.getName());
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private interface Call {
        void run() throws DatabaseAway, LeaseLost, InterruptedException;
    }

    private enum WhenRefused {
        TELL_CALLER,
        LET_IT_LAPSE
    }

    private final Queue queue;
    private final Completions completions;
    private final Announcer announcer;
    private final RunnerMetrics metrics;
    private volatile boolean abandoned;

    Reports(Queue queue, Announcer announcer, RunnerMetrics metrics, String isolation) {
        this.queue = queue;
        this.completions = new Completions(queue, isolation);
        this.announcer = announcer;
        this.metrics = metrics;
    }

    /** From now on each report is tried once only, because this process must end. */
    void abandon() {
        abandoned = true;
    }

    void verdict(JobInHand hand, Judgement judgement) throws InterruptedException {
        ClaimedJob job = hand.job();
        try {
            if (told(hand, WhenRefused.TELL_CALLER, () -> completions.complete(job, judgement))) {
                metrics.ended(RunnerMetrics.Outcome.VERDICT);
            } else {
                metrics.refused();
                metrics.ended(RunnerMetrics.Outcome.LEASE_LOST);
                log.log(
                        System.Logger.Level.WARNING,
                        "job {0}: its result was refused, the lease is lost",
                        job.id());
            }
        } catch (QueueRefused e) {
            failed(hand, "its result could not be recorded: " + e.getMessage());
        }
    }

    void failed(JobInHand hand, String reason) throws InterruptedException {
        log.log(
                System.Logger.Level.WARNING,
                "job {0}, attempt {1}: the judge failed: {2}",
                hand.job().id(),
                hand.job().attempt(),
                firstLine(reason));
        if (told(hand, WhenRefused.LET_IT_LAPSE, () -> queue.fail(hand.job(), reason))) {
            metrics.ended(RunnerMetrics.Outcome.JUDGE_FAILED);
            requeued();
        } else {
            metrics.ended(RunnerMetrics.Outcome.LEASE_LOST);
        }
    }

    void givenBack(JobInHand hand) throws InterruptedException {
        if (told(hand, WhenRefused.LET_IT_LAPSE, () -> queue.giveBack(hand.job()))) {
            metrics.ended(RunnerMetrics.Outcome.GIVEN_BACK);
            log.log(System.Logger.Level.INFO, "job {0}: given back", hand.job().id());
            requeued();
        } else {
            metrics.ended(RunnerMetrics.Outcome.LEASE_LOST);
        }
    }

    private void requeued() {
        try {
            queue.announceQueued();
        } catch (DatabaseAway e) {
            log.log(System.Logger.Level.DEBUG, "announce", e);
        }
    }

    /** False: the lease is lost, or this process had to end before the database answered. */
    private boolean told(JobInHand hand, WhenRefused whenRefused, Call call)
            throws InterruptedException {
        Duration pause = Duration.ofMillis(100);
        while (true) {
            try {
                call.run();
                announcer.changed(hand.job().id());
                return true;
            } catch (LeaseLost e) {
                return false;
            } catch (QueueRefused e) {
                if (whenRefused == WhenRefused.TELL_CALLER) {
                    throw e;
                }
                log.log(
                        System.Logger.Level.ERROR,
                        "job {0}: its end could not be told: {1}",
                        hand.job().id(),
                        String.valueOf(e.getMessage()));
                hand.untold();
                return false;
            } catch (DatabaseAway e) {
                if (abandoned || hand.leaseLost()) {
                    return false;
                }
            }
            Thread.sleep(pause);
            pause =
                    pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                            ? pause.multipliedBy(2)
                            : LONGEST_PAUSE;
        }
    }

    // the rest may be a validator's word about a student's output, which is for staff alone
    private static String firstLine(String reason) {
        int end = reason.indexOf(':');
        return end < 0 ? reason : reason.substring(0, end);
    }
}
