/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** DOMjudge's own file: {@code key = value} lines, values perhaps in quotes. Seconds. */
record DomjudgeFile(
        @Nullable BigDecimal timeLimit, @Nullable String name, @Nullable String shortName) {

    static final String PATH = "domjudge-problem.ini";

    static DomjudgeFile read(PackageFiles files, Faults faults) {
        String text = files.text(PATH, faults);
        BigDecimal timeLimit = null;
        String name = null;
        String shortName = null;
        for (String line : text == null ? new String[0] : text.split("\n")) {
            String entry = line.strip();
            int equals = entry.indexOf('=');
            if (entry.isEmpty() || entry.startsWith(";") || entry.startsWith("#")) {
                continue;
            }
            if (equals < 0) {
                if (!entry.startsWith("[")) {
                    faults.add(PATH + " has a line without =: " + entry + ". Correct it.");
                }
                continue;
            }
            String value = unquoted(entry.substring(equals + 1).strip());
            switch (entry.substring(0, equals).strip()) {
                case "timelimit" -> {
                    timeLimit = YamlFile.positiveNumber(value);
                    if (timeLimit == null) {
                        faults.add(PATH + ": timelimit must be a number of seconds above 0.");
                    }
                }
                case "name" -> name = value;
                case "short-name", "probid" -> shortName = value;
                // how a contest shows the problem: no part of the problem
                case "color", "externalid", "points", "allow_submit", "allow_judge" -> {}
                case String key ->
                        faults.add(
                                PATH
                                        + " has the key "
                                        + key
                                        + ", which is not supported: remove it.");
            }
        }
        return new DomjudgeFile(timeLimit, name, shortName);
    }

    private static String unquoted(String value) {
        if (!value.isEmpty() && (value.charAt(0) == '\'' || value.charAt(0) == '"')) {
            int end = value.indexOf(value.charAt(0), 1);
            return end < 0 ? value.substring(1) : value.substring(1, end);
        }
        int comment = value.indexOf(';');
        return comment < 0 ? value : value.substring(0, comment).strip();
    }
}
