/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.io.Serial;

/** The judge itself could not do its work; the message is for staff. Never the student's fault. */
public final class JudgeFailed extends Exception {

    @Serial private static final long serialVersionUID = 1;

    JudgeFailed(String message) {
        super(message);
    }

    JudgeFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
