/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

/** TeX that is not understood; the message says what, without a full stop. */
final class TexException extends Exception {

    private static final long serialVersionUID = 1L;

    TexException(String message) {
        super(message);
    }
}
