/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.io.Serial;

/**
 * The database refused a call for good: asking again would not help. Carries the SQLSTATE alone,
 * because messages may quote what a student sent.
 */
public final class QueueRefused extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    QueueRefused(String what, String sqlState) {
        super("the database refused " + what + " (SQLSTATE " + sqlState + ")");
    }
}
