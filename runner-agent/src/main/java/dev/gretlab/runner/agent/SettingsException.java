/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import java.io.Serial;
import java.util.List;

/** The environment does not say what a runner must know; one sentence for each fault. */
public final class SettingsException extends Exception {

    @Serial private static final long serialVersionUID = 1;

    SettingsException(List<String> sentences) {
        super(String.join(System.lineSeparator(), sentences));
    }
}
