/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The light answer while a client waits; also the data of an event. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StatusView(
        UUID id,
        String state,
        String phase,
        @Nullable String verdict,
        @Nullable Integer position,
        @Nullable Integer testsDone,
        @Nullable Integer testsTotal,
        int pollAfterMs,
        int attempt,
        int attemptsLeft,
        boolean lastAttemptFailed) {}
