/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailCommand;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.judge.Assignment;
import dev.gretlab.runner.judge.Judge;
import dev.gretlab.runner.judge.JudgeFailed;
import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.LeaseLost;
import dev.gretlab.runner.queue.TestCache;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One place for a job: a thread, and a jail server that lives as long as it works. */
final class Slot {

    private static final System.Logger log = System.getLogger(Slot.class.getName());
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** What slots share. */
    record Shared(
            Judge judge,
            TestCache cache,
            Reports reports,
            JobsInHand jobs,
            RunnerMetrics metrics,
            BooleanSupplier draining,
            Consumer<Slot> whenFree) {}

    private final int number;
    private final JailCommand command;
    private final Shared shared;
    private final BlockingQueue<JobInHand> inbox = new ArrayBlockingQueue<>(1);
    // of the platform: it waits in reads of pipes, which would hold a virtual thread's carrier
    private final Thread thread;
    private @Nullable JailClient jail;

    Slot(int number, JailCommand command, JailClient jail, Shared shared) {
        this.number = number;
        this.command = command;
        this.jail = jail;
        this.shared = shared;
        this.thread = Thread.ofPlatform().daemon().name("slot-" + number).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void stop() {
        thread.interrupt();
    }

    /** Waits until its jail server is gone too. */
    void awaitStopped() throws InterruptedException {
        thread.join(Duration.ofSeconds(15));
    }

    /** Hands it a job; only when it is free. */
    void give(JobInHand job) {
        inbox.add(job);
    }

    private void run() {
        try {
            while (true) {
                JobInHand hand = inbox.take();
                try {
                    work(hand);
                } catch (RuntimeException e) {
                    // a slot that dies is never free again
                    log.log(
                            System.Logger.Level.ERROR,
                            "job {0}: {1} while its end was told",
                            hand.job().id(),
                            e.getClass().getName());
                    hand.untold();
                } finally {
                    shared.jobs().remove(hand);
                }
                ready();
                shared.whenFree().accept(this);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            dropJail();
        }
    }

    private void work(JobInHand hand) throws InterruptedException {
        if (shared.draining().getAsBoolean()) {
            shared.reports().givenBack(hand);
            return;
        }
        try {
            Judgement judgement = judgement(hand);
            hand.judged();
            shared.reports().verdict(hand, judgement);
        } catch (ExecCancelled e) {
            hand.judged();
            killed(hand);
        } catch (LeaseLost e) {
            hand.judged();
            hand.kill(JobInHand.Kill.LEASE_LOST);
            killed(hand);
        } catch (JudgeFailed | IOException e) {
            hand.judged();
            shared.reports().failed(hand, String.valueOf(e.getMessage()));
        } catch (JailException e) {
            hand.judged();
            dropJail();
            shared.reports().failed(hand, "the jail failed: " + e.getMessage());
        } catch (RuntimeException e) {
            hand.judged();
            dropJail();
            // without its message, which may quote anything
            log.log(
                    System.Logger.Level.ERROR,
                    "job {0}: {1} at {2}",
                    hand.job().id(),
                    e.getClass().getName(),
                    e.getStackTrace().length == 0 ? "?" : e.getStackTrace()[0]);
            shared.reports().failed(hand, "the runner failed (" + e.getClass().getName() + ")");
        }
    }

    private Judgement judgement(JobInHand hand)
            throws JailException,
                    JudgeFailed,
                    ExecCancelled,
                    LeaseLost,
                    IOException,
                    InterruptedException {
        Assignment assignment;
        try {
            assignment = hand.job().assignment();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        try (TestCache.Pinned files = files(hand, assignment)) {
            JailClient server = jail();
            hand.judgingIn(server);
            return shared.judge().judge(assignment, server, files, hand, hand::cancelled);
        }
    }

    private TestCache.Pinned files(JobInHand hand, Assignment assignment)
            throws IOException, LeaseLost, ExecCancelled, InterruptedException {
        while (true) {
            try {
                return shared.cache().pin(hand.job().token(), assignment.work().files());
            } catch (DatabaseAway e) {
                if (hand.cancelled()) {
                    throw new ExecCancelled();
                }
                Thread.sleep(Duration.ofMillis(500));
            }
        }
    }

    private void killed(JobInHand hand) throws InterruptedException {
        JobInHand.Kill why = hand.killed();
        if (why == JobInHand.Kill.LEASE_LOST || why == null) {
            shared.metrics().ended(RunnerMetrics.Outcome.LEASE_LOST);
            log.log(
                    System.Logger.Level.INFO,
                    "job {0}: cancelled or its lease is lost, killed",
                    hand.job().id());
        } else {
            shared.reports().givenBack(hand);
        }
    }

    private JailClient jail() throws JailBroken {
        JailClient server = jail;
        if (server == null) {
            server = JailClient.start(command);
            shared.metrics().jailRestarted();
            jail = server;
        }
        return server;
    }

    /**
     * Empties the jail and makes sure that it is there for the next job, however long that takes.
     */
    private void ready() throws InterruptedException {
        Duration pause = Duration.ofMillis(100);
        while (true) {
            try {
                jail().drop();
                return;
            } catch (JailException e) {
                log.log(
                        System.Logger.Level.WARNING,
                        "slot {0}: the jail server failed, it is started anew: {1}",
                        number,
                        String.valueOf(e.getMessage()));
                dropJail();
            }
            Thread.sleep(pause);
            pause =
                    pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                            ? pause.multipliedBy(2)
                            : LONGEST_PAUSE;
        }
    }

    private void dropJail() {
        JailClient server = jail;
        jail = null;
        if (server != null) {
            server.close();
        }
    }
}
