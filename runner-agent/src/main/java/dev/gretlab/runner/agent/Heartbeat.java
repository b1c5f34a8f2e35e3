/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.NotRegistered;
import dev.gretlab.runner.queue.Paces;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.QueueRefused;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Renews the leases of the jobs in hand, says that this runner is alive, and looks for lapsed
 * leases of all. Kills what is not ours any more, and what may not be.
 */
final class Heartbeat {

    private static final System.Logger log = System.getLogger(Heartbeat.class.getName());
    private static final Duration RETRY = Duration.ofMillis(500);

    private final Queue queue;
    private final Membership membership;
    private final JobsInHand jobs;
    private final Announcer announcer;
    private final RunnerMetrics metrics;
    private final Supplier<String> state;
    private final int memoryMb;
    private final Thread thread = Thread.ofVirtual().name("heartbeat").unstarted(this::run);
    private long sweepAt = System.nanoTime();

    Heartbeat(
            Queue queue,
            Membership membership,
            JobsInHand jobs,
            Announcer announcer,
            RunnerMetrics metrics,
            Supplier<String> state,
            int memoryMb) {
        this.queue = queue;
        this.membership = membership;
        this.jobs = jobs;
        this.announcer = announcer;
        this.metrics = metrics;
        this.state = state;
        this.memoryMb = memoryMb;
    }

    void start() {
        thread.start();
    }

    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(once());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One beat; answers when the next one is due. */
    private Duration once() {
        try {
            // leases first: they are what a slow database costs most
            renewLeases();
            beat();
            sweep();
            Paces paces = membership.paces();
            return shorter(paces.heartbeat(), paces.sweep());
        } catch (DatabaseAway | QueueRefused e) {
            log.log(System.Logger.Level.DEBUG, "heartbeat", e);
            killWhatMayBeLost();
            return RETRY;
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void renewLeases() throws DatabaseAway {
        Map<UUID, List<JobInHand>> byRunner =
                jobs.all().stream().collect(Collectors.groupingBy(hand -> hand.job().runnerId()));
        for (Map.Entry<UUID, List<JobInHand>> entry : byRunner.entrySet()) {
            renewLeases(entry.getKey(), entry.getValue());
        }
    }

    private void renewLeases(UUID runnerId, Collection<JobInHand> hands) throws DatabaseAway {
        long before = System.nanoTime();
        Set<UUID> held =
                queue.heartbeat(runnerId, hands.stream().map(hand -> hand.job().token()).toList());
        for (JobInHand hand : hands) {
            if (held.contains(hand.job().token())) {
                hand.renewed(before);
            } else {
                hand.kill(JobInHand.Kill.LEASE_LOST);
            }
        }
    }

    private void killWhatMayBeLost() {
        long lease = membership.paces().lease().toNanos();
        long now = System.nanoTime();
        for (JobInHand hand : jobs.all()) {
            if (now - hand.renewedAt() >= lease && !hand.cancelled() && !hand.isJudged()) {
                log.log(
                        System.Logger.Level.WARNING,
                        "job {0}: its lease could not be renewed for {1} s, killed",
                        hand.job().id(),
                        (now - hand.renewedAt()) / 1_000_000_000);
                hand.kill(JobInHand.Kill.OUTAGE);
            }
        }
    }

    /** Says now how things are, outside the pace. */
    void beat() throws DatabaseAway {
        UUID runnerId = membership.id();
        try {
            membership.paces(
                    queue.beat(runnerId, state.get(), jobs.count(), memoryMb - jobs.memoryMb()));
        } catch (NotRegistered e) {
            membership.renew(runnerId);
        }
    }

    /** The last word of a runner that ended in order. */
    void gone() throws DatabaseAway {
        try {
            queue.beat(membership.id(), "gone", 0, 0);
        } catch (NotRegistered e) {
            log.log(System.Logger.Level.DEBUG, "gone", e);
        }
    }

    private void sweep() throws DatabaseAway {
        if (System.nanoTime() - sweepAt < 0) {
            return;
        }
        long pace = membership.paces().sweep().toNanos();
        sweepAt = System.nanoTime() + pace * (90 + ThreadLocalRandom.current().nextInt(20)) / 100;
        List<UUID> lapsed = queue.releaseExpired();
        if (!lapsed.isEmpty()) {
            metrics.lapsed(lapsed.size());
            log.log(System.Logger.Level.WARNING, "{0} leases had lapsed", lapsed.size());
            announcer.changed(lapsed);
            queue.announceQueued();
        }
    }
}
