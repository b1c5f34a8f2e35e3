/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

/** The kinds of calls that are timed, each from the moment it is sent. */
enum Call {
    POST_RUN("POST run"),
    POST_SUBMISSION("POST submission"),
    STATUS("GET status"),
    RESULT("GET result"),
    /** From opening the stream to its first event. */
    FIRST_EVENT("first event");

    private final String label;

    Call(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
