/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.UUID;

/** What came of storing a package. */
public sealed interface ImportOutcome {

    /**
     * The problem has this version now.
     *
     * @param created false when the current version came from the same package already
     */
    record Stored(String slug, UUID problemId, UUID versionId, int version, boolean created)
            implements ImportOutcome {}

    /** Another course has a problem of this name; nothing was stored. */
    record SlugTaken(String slug) implements ImportOutcome {}
}
