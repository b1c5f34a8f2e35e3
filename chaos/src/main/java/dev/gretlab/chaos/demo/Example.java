/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.demo;

import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * An example submission of a problem package.
 *
 * @param problem the problem's slug
 * @param claim the folder that it stands in
 * @param expected the verdicts that its folder claims
 * @param score that submissions.yaml claims; null when it claims none
 */
record Example(
        String problem,
        String claim,
        String language,
        Path file,
        List<String> expected,
        @Nullable BigDecimal score) {

    private static final String CLAIMS_FILE = "submissions.yaml";

    private static final Map<String, List<String>> CLAIMS =
            Map.of(
                    "accepted", List.of("accepted"),
                    "wrong_answer", List.of("wrong_answer"),
                    "time_limit_exceeded", List.of("time_limit"),
                    "run_time_error", List.of("runtime_error", "memory_limit", "output_limit"));

    private static final Map<String, String> LANGUAGES =
            Map.of(
                    "py",
                    "python",
                    "c",
                    "c",
                    "cpp",
                    "cpp",
                    "java",
                    "java",
                    "js",
                    "javascript",
                    "go",
                    "go",
                    "rs",
                    "rust",
                    "kt",
                    "kotlin");

    /** All of them, in the order of their paths. */
    static List<Example> below(Path problems) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(problems)) {
            files =
                    walk.filter(f -> f.toString().contains("/submissions/"))
                            .filter(Files::isRegularFile)
                            .filter(f -> !f.endsWith(CLAIMS_FILE))
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
                    new Example(
                            inside.getName(0).toString(),
                            claim,
                            language,
                            file,
                            expected,
                            score(file)));
        }
        return examples;
    }

    private static @Nullable BigDecimal score(Path file) throws IOException {
        Path folder = file.getParent();
        Path claims = folder == null ? null : folder.resolveSibling(CLAIMS_FILE);
        if (folder == null || claims == null || !Files.exists(claims)) {
            return null;
        }
        Object entries;
        try (Reader reader = Files.newBufferedReader(claims)) {
            entries = new Yaml(new SafeConstructor(new LoaderOptions())).load(reader);
        }
        for (String pattern : List.of(String.valueOf(file.getFileName()), "*")) {
            // what else is claimed of it, the lab itself compares: docs/staff.md
            if (entries instanceof Map<?, ?> all
                    && all.get(folder.getFileName() + "/" + pattern) instanceof Map<?, ?> entry
                    && entry.get("score") instanceof Number score) {
                return new BigDecimal(score.toString());
            }
        }
        return null;
    }

    /**
     * What is wrong with this verdict and these points; null when nothing is.
     *
     * @param given the points; null for none
     */
    @Nullable String fault(String verdict, @Nullable BigDecimal given) {
        if (!expected.contains(verdict)) {
            return verdict + ", not one of " + expected;
        }
        if (score != null && (given == null || score.compareTo(given) != 0)) {
            return given + " points, not " + score;
        }
        return null;
    }

    @Override
    public String toString() {
        return problem + "/" + claim + "/" + file.getFileName() + " (" + language + ")";
    }
}
