/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.ArrayList;
import java.util.List;

/**
 * The formulas of one statement. While the text goes through the sanitiser each is a mark of
 * private characters, so that no MathML of an author is ever let through: what comes out is only
 * what our translator wrote.
 */
final class Formulas {

    static final char BEGIN = '\uE000';
    static final char END = '\uE001';
    private static final int MOST = 5_000;

    private final String path;
    private final Faults faults;
    private final List<String> formulas = new ArrayList<>();

    Formulas(String path, Faults faults) {
        this.path = path;
        this.faults = faults;
    }

    /** What a statement may not contain itself, or it could place our formulas where it likes. */
    static String withoutMarks(String text) {
        return text.replace(String.valueOf(BEGIN), "").replace(String.valueOf(END), "");
    }

    /** The mark for a formula; a fault when it is not understood. */
    String mark(String tex, boolean display) {
        if (formulas.size() >= MOST) {
            faults.add(path + " has more than " + MOST + " formulas: shorten it.");
            return "";
        }
        try {
            formulas.add(TexMaths.toMathMl(tex, display));
        } catch (TexException e) {
            String shown = tex.length() > 80 ? tex.substring(0, 80) + "..." : tex;
            faults.add(
                    path
                            + ": the formula $"
                            + shown.strip()
                            + "$ has "
                            + e.getMessage()
                            + ". Write it in another way.");
            return "";
        }
        return "" + BEGIN + (formulas.size() - 1) + END;
    }

    String mathMl(int index) {
        return formulas.get(index);
    }
}
