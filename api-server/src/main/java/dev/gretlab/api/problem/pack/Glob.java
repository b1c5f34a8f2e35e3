/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of paths as {@code submissions.yaml} has them: stars stay within a name, and braces
 * choose.
 */
final class Glob {

    /** Each star multiplies the ways to match, and a hostile file would have hundreds. */
    private static final int MOST_STARS = 8;

    private final Pattern whole;

    private Glob(Pattern whole) {
        this.whole = whole;
    }

    /** Null for what the format does not know: {@code **}, sets of characters, braces in braces. */
    static @Nullable Glob of(String text) {
        StringBuilder regex = new StringBuilder();
        boolean inBraces = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '*' -> regex.append("[^/]*");
                case '{' -> {
                    if (inBraces) {
                        return null;
                    }
                    inBraces = true;
                    regex.append("(?:");
                }
                case '}' -> {
                    if (!inBraces) {
                        return null;
                    }
                    inBraces = false;
                    regex.append(')');
                }
                case ',' -> regex.append(inBraces ? "|" : ",");
                case '[', ']', '?' -> {
                    return null;
                }
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        boolean tooWide =
                text.contains("**") || text.chars().filter(c -> c == '*').count() > MOST_STARS;
        return inBraces || tooWide ? null : new Glob(Pattern.compile(regex.toString()));
    }

    /** Whether it matches this very path. */
    boolean matches(String path) {
        return whole.matcher(path).matches();
    }

    /** Whether it matches the path or a folder that the path lies in. */
    boolean covers(String path) {
        for (String p = path; ; p = p.substring(0, p.lastIndexOf('/'))) {
            if (matches(p)) {
                return true;
            }
            if (p.indexOf('/') < 0) {
                return false;
            }
        }
    }
}
