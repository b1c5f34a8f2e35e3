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

    private SourceLanguage() {}

    /** Null when this site has no such language. */
    static @Nullable String of(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot < 0 ? null : BY_ENDING.get(fileName.substring(dot + 1));
    }

    static boolean isHeader(String fileName) {
        return fileName.matches(".*\\.(h|hh|hpp|hxx)");
    }
}
