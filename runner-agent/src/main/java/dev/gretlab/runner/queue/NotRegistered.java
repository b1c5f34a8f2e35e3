/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.io.Serial;

/** The database does not know this runner (any more): it registers again. */
public final class NotRegistered extends Exception {

    @Serial private static final long serialVersionUID = 1;

    NotRegistered() {
        super("the runner is not registered");
    }
}
