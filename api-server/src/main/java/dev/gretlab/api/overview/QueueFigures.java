/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import java.util.Map;

/**
 * The queue at a moment.
 *
 * @param queued by kind
 * @param running by kind
 * @param wantedRunners how many the work at hand asks for; what the autoscaler is told too
 */
record QueueFigures(
        Map<String, Long> queued,
        Map<String, Long> running,
        double oldestSeconds,
        int runnersOnline,
        int slots,
        int busySlots,
        int wantedRunners,
        double oldestTransactionSeconds,
        long deadRows) {}
