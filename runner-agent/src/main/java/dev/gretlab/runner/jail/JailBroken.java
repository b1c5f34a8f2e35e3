/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.Serial;

/** The jail server ended, hangs, or speaks another language: it must be started anew. */
public final class JailBroken extends JailException {

    @Serial private static final long serialVersionUID = 1;

    JailBroken(String message) {
        super(message);
    }

    JailBroken(String message, Throwable cause) {
        super(message, cause);
    }
}
