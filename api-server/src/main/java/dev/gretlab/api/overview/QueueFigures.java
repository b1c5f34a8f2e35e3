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
 */
record QueueFigures(
        Map<String, Long> queued,
        Map<String, Long> running,
        double oldestSeconds,
        int runnersOnline,
        int slots,
        int busySlots,
        double oldestTransactionSeconds,
        long deadRows) {}
