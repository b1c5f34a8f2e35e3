/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.Locale;

/** What a runner can say of a program. system_error and cancelled are the queue's to give. */
public enum Verdict {
    ACCEPTED,
    WRONG_ANSWER,
    TIME_LIMIT,
    MEMORY_LIMIT,
    OUTPUT_LIMIT,
    RUNTIME_ERROR,
    COMPILE_ERROR;

    /** The word of the database and the API. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
