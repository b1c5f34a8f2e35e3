/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.util.Locale;

/** What the jail stopped a program for. */
public enum Stop {
    NONE,
    CPU,
    WALL,
    MEMORY,
    OUTPUT,
    PROCESSES,
    KILLED,
    /** The program that it was joined to had ended, and this one was not to go on without. */
    PARTNER;

    static Stop of(String word) throws JailBroken {
        for (Stop stop : values()) {
            if (stop.word().equals(word)) {
                return stop;
            }
        }
        throw new JailBroken("the jail server stopped a program for \"" + word + "\"");
    }

    /** The word of the protocol and of the database. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
