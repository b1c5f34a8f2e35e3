/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import org.jspecify.annotations.Nullable;

/**
 * Alphabets of mathematics, with the code points of their A, a and 0 in Unicode; 0: the ordinary
 * ones.
 */
enum MathFont {
    ITALIC(0, 0, 0),
    UPRIGHT(0, 0, 0),
    BOLD(0x1D400, 0x1D41A, 0x1D7CE),
    SCRIPT(0x1D49C, 0x1D4B6, 0),
    FRAKTUR(0x1D504, 0x1D51E, 0),
    DOUBLE_STRUCK(0x1D538, 0x1D552, 0x1D7D8),
    SANS(0x1D5A0, 0x1D5BA, 0x1D7E2),
    MONOSPACE(0x1D670, 0x1D68A, 0x1D7F6);

    private final int capitals;
    private final int smalls;
    private final int digits;

    MathFont(int capitals, int smalls, int digits) {
        this.capitals = capitals;
        this.smalls = smalls;
        this.digits = digits;
    }

    int capitals() {
        return capitals;
    }

    int smalls() {
        return smalls;
    }

    int digits() {
        return digits;
    }

    static @Nullable MathFont of(String command) {
        return switch (command) {
            case "mathrm", "operatorname", "rm", "mathup" -> UPRIGHT;
            case "mathit", "it" -> ITALIC;
            case "mathbf", "boldsymbol", "bm", "bf" -> BOLD;
            case "mathcal", "mathscr", "cal" -> SCRIPT;
            case "mathfrak" -> FRAKTUR;
            case "mathbb", "Bbb" -> DOUBLE_STRUCK;
            case "mathsf", "sf" -> SANS;
            case "mathtt", "tt" -> MONOSPACE;
            default -> null;
        };
    }
}
