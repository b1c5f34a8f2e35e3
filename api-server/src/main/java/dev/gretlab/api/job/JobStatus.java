/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The hot row of a job, as far as people see it. */
record JobStatus(
        UUID id,
        String kind,
        String state,
        String phase,
        @Nullable String verdict,
        int testsDone,
        int testsTotal,
        int attempt,
        long revision,
        Instant enqueuedAt,
        @Nullable Instant claimedAt,
        @Nullable Instant finishedAt) {

    boolean isQueued() {
        return state.equals("queued");
    }

    /** The judge failed at it: it is being tried again, or it was the last attempt. */
    boolean lastAttemptFailed() {
        return switch (state) {
            case "queued" -> attempt > 0;
            case "running" -> attempt > 1;
            default -> "system_error".equals(verdict);
        };
    }

    boolean isDone() {
        return state.equals("done");
    }
}
