/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.Serial;

/**
 * The program was killed on our own order, or not started because of it: nothing is known of it.
 */
public final class ExecCancelled extends Exception {

    @Serial private static final long serialVersionUID = 1;

    public ExecCancelled() {
        super("killed on our order");
    }
}
