/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

/** The lab refused what should have worked; the message quotes its reason. */
public final class UnexpectedAnswer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnexpectedAnswer(String message) {
        super(message);
    }
}
