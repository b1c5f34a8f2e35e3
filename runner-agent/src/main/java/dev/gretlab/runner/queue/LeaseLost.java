/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.io.Serial;

/** The job is not ours any more: cancelled, or given to another attempt. */
public final class LeaseLost extends Exception {

    @Serial private static final long serialVersionUID = 1;

    LeaseLost() {
        super("the lease is lost");
    }
}
