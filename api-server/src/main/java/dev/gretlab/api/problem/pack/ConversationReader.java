/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.Conversation;
import dev.gretlab.api.problem.pack.ProblemPackage.Line;
import dev.gretlab.api.problem.pack.ProblemPackage.Speaker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads an {@code .interaction} file: each line begins with who says it. */
final class ConversationReader {

    /** More than this nobody reads in a statement, and everybody would load it. */
    private static final int MOST_LINES = 1000;

    private static final int LONGEST = 64 * 1024;

    private ConversationReader() {}

    /** Null with a fault. */
    static @Nullable Conversation read(
            PackageFiles files, String path, String name, Faults faults) {
        String text = files.text(path, faults);
        if (text == null) {
            return null;
        }
        String[] all =
                (text.endsWith("\n") ? text.substring(0, text.length() - 1) : text).split("\n", -1);
        if (text.length() > LONGEST || all.length > MOST_LINES) {
            faults.add(
                    path
                            + " is too long to be shown: at most "
                            + MOST_LINES
                            + " lines and "
                            + LONGEST / 1024
                            + " KiB.");
            return null;
        }
        List<Line> lines = new ArrayList<>();
        for (String line : all) {
            Speaker speaker =
                    line.startsWith("<")
                            ? Speaker.JUDGE
                            : line.startsWith(">") ? Speaker.PROGRAM : null;
            if (speaker == null) {
                faults.add(
                        path
                                + ": line "
                                + (lines.size() + 1)
                                + " does not say who speaks: begin it with < for the validator or >"
                                + " for the program.");
                return null;
            }
            lines.add(new Line(speaker, line.substring(1)));
        }
        return new Conversation(name, List.copyOf(lines));
    }
}
