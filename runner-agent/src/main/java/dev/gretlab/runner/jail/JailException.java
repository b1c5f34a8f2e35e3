/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.Serial;

/** The jail could not do what was asked, and not because of the program: the judge failed. */
public abstract sealed class JailException extends Exception permits JailBroken, JailRefused {

    @Serial private static final long serialVersionUID = 1;

    JailException(String message) {
        super(message);
    }

    JailException(String message, Throwable cause) {
        super(message, cause);
    }
}
