/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.ExampleSubmission;
import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.ScoreClaim;
import dev.gretlab.api.problem.pack.ProblemPackage.Test;
import dev.gretlab.api.problem.pack.ProblemPackage.TestClaim;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the package's own programs and which verdicts are right for each. */
final class SubmissionsReader {

    private static final Pattern EXPECTED_RESULTS =
            Pattern.compile("@EXPECTED_RESULTS@:\\s*([A-Za-z_, \\t-]*)");

    private final PackageFiles files;
    private final Format format;
    private final @Nullable Grading grading;
    private final Faults faults;
    private final SubmissionsFile claims;

    /**
     * @param grading null when there are no points
     */
    SubmissionsReader(
            PackageFiles files,
            Format format,
            List<Test> tests,
            @Nullable Grading grading,
            Faults faults) {
        this.files = files;
        this.format = format;
        this.grading = grading;
        this.faults = faults;
        claims = SubmissionsFile.read(files, format, tests, grading, faults);
    }

    List<ExampleSubmission> read() {
        SortedMap<String, SortedMap<String, byte[]>> programs = new TreeMap<>();
        for (var file : files.below("submissions").entrySet()) {
            String[] parts = file.getKey().split("/", 4);
            if (parts.length > 2) {
                programs.computeIfAbsent(parts[1] + "/" + parts[2], p -> new TreeMap<>())
                        .put(file.getKey().substring("submissions/".length()), file.getValue());
            }
        }
        boolean accepted = false;
        List<ExampleSubmission> submissions = new ArrayList<>();
        for (var program : programs.entrySet()) {
            if (program.getKey().startsWith("accepted/")) {
                accepted = true;
            }
            ExampleSubmission submission = program(program.getKey(), program.getValue());
            if (submission != null) {
                submissions.add(submission);
            }
        }
        if (!accepted) {
            faults.add("submissions/accepted is empty: add a program that solves the problem.");
        }
        return List.copyOf(submissions);
    }

    private @Nullable ExampleSubmission program(String path, SortedMap<String, byte[]> all) {
        String folder = path.substring(0, path.indexOf('/'));
        String where = "submissions/" + path;
        if (folder.equals("partially_accepted") && (grading == null || format != Format.LEGACY)) {
            faults.add(
                    where
                            + " is partially accepted, which only scoring problems of version legacy"
                            + " know: move it to another folder.");
            return null;
        }
        Map<String, byte[]> sources = new TreeMap<>();
        all.forEach((name, content) -> {
            if (all.size() == 1 || SourceLanguage.ofSubmission(name) != null) {
                sources.put(name, content);
            }
        });
        if (sources.size() != 1) {
            faults.note(
                    where
                            + " is a program of several files, which students cannot submit here;"
                            + " it is left out.");
            return null;
        }
        var source = sources.entrySet().iterator().next();
        String language = SourceLanguage.ofSubmission(source.getKey());
        if (language == null) {
            faults.note(where + " is in a language that this site does not have; it is left out.");
            return null;
        }
        List<String> expected = expected(path, folder, source.getValue());
        return expected == null
                ? null
                : new ExampleSubmission(
                        source.getKey(),
                        language,
                        expected,
                        Blob.of(source.getValue()),
                        score(path, folder),
                        claims.parts(path));
    }

    /** The scores that agree with all that is said; null when nothing is. */
    private @Nullable ScoreClaim score(String path, String folder) {
        if (grading == null) {
            return null;
        }
        BigDecimal full = grading.fullScore();
        ScoreClaim claim = null;
        if (full != null && folder.equals("accepted")) {
            claim = new ScoreClaim(full, full);
        } else if (full != null && folder.equals("partially_accepted")) {
            // less than all: scores are recorded with six decimals
            claim = new ScoreClaim(null, full.subtract(new BigDecimal("0.000001")));
        }
        for (ScoreClaim other : claims.scores(path)) {
            claim = claim == null ? other : both(claim, other);
        }
        if (claim != null
                && claim.lowest() != null
                && claim.highest() != null
                && claim.lowest().compareTo(claim.highest()) > 0) {
            faults.add(
                    "submissions/"
                            + path
                            + ": no score is left that could be right; look at its folder and at"
                            + " score in submissions/submissions.yaml.");
        }
        return claim;
    }

    private static ScoreClaim both(ScoreClaim a, ScoreClaim b) {
        BigDecimal lowest = a.lowest();
        BigDecimal highest = a.highest();
        return new ScoreClaim(
                lowest == null || b.lowest() == null
                        ? (lowest == null ? b.lowest() : lowest)
                        : lowest.max(b.lowest()),
                highest == null || b.highest() == null
                        ? (highest == null ? b.highest() : highest)
                        : highest.min(b.highest()));
    }

    private @Nullable List<String> expected(String path, String folder, byte[] source) {
        if (format == Format.LEGACY) {
            // The one way to say that two verdicts are right, so it wins over the folder.
            Matcher annotation =
                    EXPECTED_RESULTS.matcher(new String(source, StandardCharsets.ISO_8859_1));
            if (annotation.find()) {
                return annotated(path, annotation.group(1));
            }
            List<String> known = legacyFolder(folder);
            if (known != null) {
                return known;
            }
        }
        List<VerdictRule> rules = claims.rules(path);
        List<TestClaim> parts = claims.parts(path);
        if (rules.isEmpty() && parts.isEmpty()) {
            faults.add(
                    "submissions/"
                            + path
                            + " is in a folder that says nothing about its verdict: move it to"
                            + " accepted, wrong_answer, time_limit_exceeded or run_time_error.");
            return null;
        }
        Set<String> whole = VerdictRule.any();
        rules.forEach(rule -> whole.retainAll(rule.whole()));
        if (whole.isEmpty() || claims.contradictsItself(rules, parts)) {
            faults.add(
                    "submissions/submissions.yaml contradicts itself about "
                            + path
                            + ": no verdict is left that could be right.");
            return null;
        }
        return List.copyOf(whole);
    }

    private static @Nullable List<String> legacyFolder(String folder) {
        return switch (folder) {
            case "partially_accepted" -> List.of("accepted");
            case "slow_accepted" -> List.of("accepted", "time_limit");
            case "compiler_error", "compile_error" -> List.of("compile_error");
            case "output_limit", "output_limit_exceeded" -> List.of("output_limit");
            case "memory_limit", "memory_limit_exceeded" ->
                    List.of("memory_limit", "runtime_error");
            case "no_output" -> List.of("wrong_answer");
            default -> null;
        };
    }

    private @Nullable List<String> annotated(String path, String results) {
        Set<String> expected = new LinkedHashSet<>();
        for (String result : results.split(",", -1)) {
            switch (result.strip().toUpperCase(Locale.ROOT).replace('_', '-')) {
                case "CORRECT", "ACCEPTED" -> expected.add("accepted");
                case "WRONG-ANSWER", "NO-OUTPUT" -> expected.add("wrong_answer");
                case "TIMELIMIT", "TIME-LIMIT", "TIME-LIMIT-EXCEEDED" -> expected.add("time_limit");
                case "RUN-ERROR", "RUN-TIME-ERROR", "RUNTIME-ERROR" ->
                        expected.addAll(VerdictRule.CRASHES);
                case "MEMORY-LIMIT", "MEMORY-LIMIT-EXCEEDED" -> expected.add("memory_limit");
                case "OUTPUT-LIMIT", "OUTPUT-LIMIT-EXCEEDED" -> expected.add("output_limit");
                case "COMPILER-ERROR", "COMPILE-ERROR" -> expected.add("compile_error");
                default -> {
                    faults.add(
                            "submissions/"
                                    + path
                                    + ": @EXPECTED_RESULTS@ has the unknown result "
                                    + result.strip()
                                    + ": write CORRECT, WRONG-ANSWER, TIMELIMIT or RUN-ERROR.");
                    return null;
                }
            }
        }
        return List.copyOf(expected);
    }
}
