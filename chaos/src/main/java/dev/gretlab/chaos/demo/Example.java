/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An example submission of a problem package.
 *
 * @param problem the problem's slug
 * @param claim the folder that it stands in
 * @param expected the verdicts that its folder claims
 */
record Example(String problem, String claim, String language, Path file, List<String> expected) {

    private static final Map<String, List<String>> CLAIMS =
            Map.of(
                    "accepted", List.of("accepted"),
                    "wrong_answer", List.of("wrong_answer"),
                    "time_limit_exceeded", List.of("time_limit"),
                    "run_time_error", List.of("runtime_error", "memory_limit", "output_limit"));

    private static final Map<String, String> LANGUAGES =
            Map.of("py", "python", "c", "c", "cpp", "cpp", "java", "java", "js", "javascript");

    /** All of them, in the order of their paths. */
    static List<Example> below(Path problems) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(problems)) {
            files =
                    walk.filter(f -> f.toString().contains("/submissions/"))
                            .filter(Files::isRegularFile)
                            .sorted()
                            .toList();
        }
        List<Example> examples = new ArrayList<>();
        for (Path file : files) {
            // PROBLEM/submissions/CLAIM/FILE
            Path inside = problems.relativize(file);
            String claim = inside.getName(2).toString();
            String name = inside.getName(3).toString();
            List<String> expected = CLAIMS.get(claim);
            String language = LANGUAGES.get(name.substring(name.lastIndexOf('.') + 1));
            if (expected == null || language == null) {
                throw new IllegalArgumentException(file + " claims nothing that is known");
            }
            examples.add(
                    new Example(inside.getName(0).toString(), claim, language, file, expected));
        }
        return examples;
    }

    @Override
    public String toString() {
        return problem + "/" + claim + "/" + file.getFileName() + " (" + language + ")";
    }
}
