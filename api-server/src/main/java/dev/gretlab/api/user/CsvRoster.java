/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import dev.gretlab.api.error.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a roster in CSV (RFC 4180, also with semicolons): a head line that names the columns, then
 * a line for each person. Courses are separated by spaces.
 */
final class CsvRoster {

    private static final Set<String> COLUMNS =
            Set.of("username", "displayName", "role", "password", "courses");

    private CsvRoster() {}

    static List<RosterEntry> read(String text) {
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        String head = plain.lines().findFirst().orElse("");
        char separator = head.contains(";") && !head.contains(",") ? ';' : ',';
        List<List<String>> lines = lines(plain, separator);
        if (lines.isEmpty()) {
            throw bad("it is empty");
        }
        List<String> names = lines.getFirst().stream().map(String::strip).toList();
        if (!names.contains("username")) {
            throw bad(
                    "its first line must name the columns: username, displayName, role, password, courses");
        }
        names.stream()
                .filter(name -> !COLUMNS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw bad("it has a column that is not known");
                });
        List<RosterEntry> entries = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            List<String> cells = lines.get(i);
            if (cells.size() != names.size()) {
                throw bad(
                        "line "
                                + (i + 1)
                                + " has "
                                + cells.size()
                                + " cells, the first line "
                                + names.size());
            }
            entries.add(entry(names, cells));
        }
        return entries;
    }

    private static RosterEntry entry(List<String> names, List<String> cells) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            String cell = names.get(i).equals("password") ? cells.get(i) : cells.get(i).strip();
            if (!cell.isEmpty()) {
                values.put(names.get(i), cell);
            }
        }
        @Nullable String courses = values.get("courses");
        return new RosterEntry(
                values.get("username"),
                values.get("displayName"),
                values.get("role"),
                values.get("password"),
                courses == null ? null : List.of(courses.split("\\s+")));
    }

    private static List<List<String>> lines(String text, char separator) {
        List<List<String>> lines = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                    cell.append('"');
                    i++;
                } else if (c == '"') {
                    quoted = false;
                } else {
                    cell.append(c);
                }
            } else if (c == '"' && cell.isEmpty()) {
                quoted = true;
            } else if (c == separator) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else if (c == '\n') {
                endLine(lines, cells, cell);
                cells = new ArrayList<>();
            } else if (c != '\r') {
                cell.append(c);
            }
        }
        if (quoted) {
            throw bad("a quotation mark is not closed");
        }
        endLine(lines, cells, cell);
        return lines;
    }

    private static void endLine(List<List<String>> lines, List<String> cells, StringBuilder cell) {
        if (!cells.isEmpty() || !cell.isEmpty()) {
            cells.add(cell.toString());
            lines.add(cells);
        }
        cell.setLength(0);
    }

    private static RuntimeException bad(String what) {
        return Problem.of(422, "roster-refused", "The roster cannot be read: " + what + ".")
                .exception();
    }
}
