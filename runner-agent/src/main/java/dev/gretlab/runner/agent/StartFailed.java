/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import java.io.Serial;

/** This runner cannot work here; the message says why and what to do. */
public final class StartFailed extends Exception {

    @Serial private static final long serialVersionUID = 1;

    StartFailed(String message) {
        super(message);
    }

    StartFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
