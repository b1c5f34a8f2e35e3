/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * The database did not answer. Whether it did what was asked is not known; asking again later is
 * right.
 */
public final class DatabaseAway extends Exception {

    @Serial private static final long serialVersionUID = 1;

    DatabaseAway(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
