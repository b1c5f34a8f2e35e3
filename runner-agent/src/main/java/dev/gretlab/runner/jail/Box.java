/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

/** One of the three folders that a jail server keeps for the job at hand. */
public enum Box {
    /** The program under test. */
    PROGRAM('p'),
    /** The problem's own validator. */
    VALIDATOR('v'),
    /** Inputs, answers and kept outputs; programs see only what an exec names. */
    DATA('d');

    private final char letter;

    Box(char letter) {
        this.letter = letter;
    }

    String letter() {
        return String.valueOf(letter);
    }
}
