/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Wakes runners up after jobs came: at once, then at most every 20 ms, since each notification
 * takes a lock of the whole database when it commits. A lost one costs nothing but time: runners
 * look on their own too.
 */
@Component
public class Announcer {

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
    private static final long GAP_NANOS = Duration.ofMillis(20).toNanos();

    private enum State {
        IDLE,
        /** One has just gone out. */
        RESTING,
        /** And more jobs came since. */
        OWING
    }

    private final JobStore jobs;
    private final Scheduler timer = Schedulers.parallel();
    private State state = State.IDLE;

    Announcer(JobStore jobs) {
        this.jobs = jobs;
    }

    /** Call it after the commit. */
    public void queued() {
        synchronized (this) {
            if (state != State.IDLE) {
                state = State.OWING;
                return;
            }
            state = State.RESTING;
        }
        send();
    }

    private void send() {
        jobs.announceQueued()
                .subscribe(
                        done -> {},
                        error ->
                                LOG.debug(
                                        "a wake-up was lost: {}",
                                        error.getClass().getSimpleName()));
        timer.schedule(this::rested, GAP_NANOS, TimeUnit.NANOSECONDS);
    }

    private void rested() {
        synchronized (this) {
            if (state == State.RESTING) {
                state = State.IDLE;
                return;
            }
            state = State.RESTING;
        }
        send();
    }
}
