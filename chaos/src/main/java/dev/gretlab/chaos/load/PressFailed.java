/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

/** A press that came to no right end; the message says why. */
final class PressFailed extends Exception {

    private static final long serialVersionUID = 1L;

    PressFailed(String message) {
        super(message);
    }
}
