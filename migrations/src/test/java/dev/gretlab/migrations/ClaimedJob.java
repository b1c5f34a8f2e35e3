/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.util.UUID;

/** A job as its runner gets it; enough to act on its lease. */
record ClaimedJob(
        UUID id, int attempt, UUID token, UUID runner, String kind, boolean alone, int memoryMb) {

    /** The same job as if another runner held it. */
    ClaimedJob heldBy(UUID other) {
        return new ClaimedJob(id, attempt, token, other, kind, alone, memoryMb);
    }
}
