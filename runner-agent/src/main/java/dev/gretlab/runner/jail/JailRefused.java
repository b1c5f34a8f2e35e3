/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.Serial;

/** The jail server answered that it cannot do this one thing. */
public final class JailRefused extends JailException {

    @Serial private static final long serialVersionUID = 1;

    private final String code;

    JailRefused(String code, String text) {
        super(text + " (" + code + ")");
        this.code = code;
    }

    /** protocol, unsupported, request, space or system. */
    public String code() {
        return code;
    }
}
