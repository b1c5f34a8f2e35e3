/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which language a source file is in, by its ending. */
final class SourceLanguage {

    private static final Map<String, String> BY_ENDING =
            Map.ofEntries(
                    Map.entry("c", "c"),
                    Map.entry("cc", "cpp"),
                    Map.entry("cpp", "cpp"),
                    Map.entry("cxx", "cpp"),
                    Map.entry("c++", "cpp"),
                    Map.entry("C", "cpp"),
                    Map.entry("py", "python"),
                    Map.entry("py3", "python"),
                    Map.entry("java", "java"),
                    Map.entry("js", "javascript"));

    // not in every lab, so no validator may need one: its problem could not be judged
    private static final Map<String, String> OF_SUBMISSIONS_ONLY =
            Map.of("go", "go", "rs", "rust", "kt", "kotlin");

    private SourceLanguage() {}

    /** Null when this site has no such language for validators. */
    static @Nullable String of(String fileName) {
        return BY_ENDING.get(ending(fileName));
    }

    /** Null when this site has no such language. */
    static @Nullable String ofSubmission(String fileName) {
        String ending = ending(fileName);
        return BY_ENDING.getOrDefault(ending, OF_SUBMISSIONS_ONLY.get(ending));
    }

    private static String ending(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot < 0 ? "" : fileName.substring(dot + 1);
    }

    static boolean isHeader(String fileName) {
        return fileName.matches(".*\\.(h|hh|hpp|hxx)");
    }
}
