/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.ExampleSubmission;
import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.ScoreClaim;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** Programs that crash may do so at a limit: the format has no words of its own for these. */
    private static final List<String> CRASHES =
            List.of("runtime_error", "memory_limit", "output_limit");

    private static final Pattern EXPECTED_RESULTS =
            Pattern.compile("@EXPECTED_RESULTS@:\\s*([A-Za-z_, \\t-]*)");
    private static final Map<String, Set<String>> LANGUAGE_KEYS =
            Map.of(
                    "c", Set.of("c"),
                    "cpp", Set.of("cpp"),
                    "python", Set.of("python3", "python"),
                    "java", Set.of("java"),
                    "javascript", Set.of("javascript"),
                    "go", Set.of("go"),
                    "rust", Set.of("rust"),
                    "kotlin", Set.of("kotlin"));
    private static final Set<String> HARMLESS_KEYS =
            Set.of("language", "authors", "model_solution", "use_for_time_limit");

    private final PackageFiles files;
    private final Format format;
    private final @Nullable Grading grading;
    private final Faults faults;
    private final Map<Pattern, ScoreClaim> scores = new LinkedHashMap<>();
    private final Map<String, Rule> defaults = new LinkedHashMap<>();
    private final Map<Pattern, Rule> rules = new LinkedHashMap<>();

    /** The verdicts of tests that may and that must occur, in our words. */
    private record Rule(Set<String> permitted, Set<String> required) {

        /** The verdicts of a whole submission that agree with the rule. */
        Set<String> whole() {
            Set<String> whole = new LinkedHashSet<>(permitted);
            if (!required.contains("accepted")) {
                whole.remove("accepted");
            }
            return whole;
        }
    }

    /**
     * @param grading null when there are no points
     */
    SubmissionsReader(PackageFiles files, Format format, @Nullable Grading grading, Faults faults) {
        this.files = files;
        this.format = format;
        this.grading = grading;
        this.faults = faults;
        rule("accepted", "AC", "AC WA TLE RTE");
        rule("rejected", "AC WA TLE RTE", "WA TLE RTE");
        rule("wrong_answer", "AC WA", "WA");
        rule("time_limit_exceeded", "AC TLE", "TLE");
        rule("run_time_error", "AC RTE", "RTE");
        rule("brute_force", "AC TLE RTE", "TLE RTE");
    }

    private void rule(String folder, String permitted, String required) {
        defaults.put(
                folder,
                new Rule(
                        verdicts(List.of(permitted.split(" "))),
                        verdicts(List.of(required.split(" ")))));
    }

    List<ExampleSubmission> read() {
        if (format == Format.V2025_09 && files.get("submissions/submissions.yaml") != null) {
            rules();
        }
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
                        score(path, folder));
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
        for (var given : scores.entrySet()) {
            if (given.getKey().matcher(path).matches()) {
                ScoreClaim other = given.getValue();
                claim = claim == null ? other : both(claim, other);
            }
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

    /** A number, or the lowest and the highest. */
    private void claim(String path, String glob, Pattern pattern, YamlFile entry) {
        if (!entry.has("score")) {
            return;
        }
        if (grading == null) {
            faults.add(
                    path
                            + " has score for "
                            + glob
                            + ", which belongs to scoring problems: remove it.");
            return;
        }
        List<BigDecimal> bounds = new ArrayList<>();
        List<String> texts = entry.texts("score");
        for (String text : texts == null ? List.<String>of() : texts) {
            BigDecimal bound = YamlFile.plainNumber(text);
            if (bound != null) {
                bounds.add(bound);
            }
        }
        if (texts == null
                || bounds.size() != texts.size()
                || bounds.isEmpty()
                || bounds.size() > 2
                || bounds.getFirst().compareTo(bounds.getLast()) > 0) {
            faults.add(
                    path
                            + ": score for "
                            + glob
                            + " must be a number, or a list of the lowest and the highest.");
            return;
        }
        scores.merge(
                pattern,
                new ScoreClaim(bounds.getFirst(), bounds.getLast()),
                SubmissionsReader::both);
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
        Set<String> whole = null;
        Rule ofFolder = defaults.get(folder);
        if (ofFolder != null) {
            whole = new LinkedHashSet<>(ofFolder.whole());
        }
        for (var rule : rules.entrySet()) {
            if (rule.getKey().matcher(path).matches()) {
                if (whole == null) {
                    whole = new LinkedHashSet<>(rule.getValue().whole());
                } else {
                    whole.retainAll(rule.getValue().whole());
                }
            }
        }
        if (whole == null) {
            faults.add(
                    "submissions/"
                            + path
                            + " is in a folder that says nothing about its verdict: move it to"
                            + " accepted, wrong_answer, time_limit_exceeded or run_time_error.");
            return null;
        }
        if (whole.isEmpty()) {
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
                case "RUN-ERROR", "RUN-TIME-ERROR", "RUNTIME-ERROR" -> expected.addAll(CRASHES);
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

    private void rules() {
        String path = "submissions/submissions.yaml";
        YamlFile yaml = YamlFile.read(files, path, faults);
        for (String glob : yaml.keys()) {
            YamlFile entry = yaml.map(glob);
            for (String key : entry.keys()) {
                if (!HARMLESS_KEYS.contains(key)
                        && !key.equals("permitted")
                        && !key.equals("required")
                        && !key.equals("score")) {
                    faults.add(
                            path
                                    + " has "
                                    + key
                                    + " for "
                                    + glob
                                    + ", which is not supported: only language, authors,"
                                    + " model_solution, use_for_time_limit, permitted, required and"
                                    + " score of whole submissions are.");
                }
            }
            Pattern pattern = glob(glob);
            if (pattern == null) {
                faults.add(path + " has the pattern " + glob + ", which is not supported.");
                continue;
            }
            languageOfFilesOnly(path, glob, pattern, entry);
            claim(path, glob, pattern, entry);
            Rule old = defaults.get(glob);
            Set<String> permitted = verdicts(entry, "permitted");
            Set<String> required = verdicts(entry, "required");
            if (permitted == null && required == null) {
                continue;
            }
            Set<String> all = verdicts(List.of("AC", "WA", "TLE", "RTE"));
            Rule rule =
                    new Rule(
                            permitted != null ? permitted : old != null ? old.permitted() : all,
                            required != null ? required : old != null ? old.required() : all);
            if (old != null) {
                defaults.put(glob, rule);
            } else {
                rules.put(pattern, rule);
            }
        }
    }

    /** A language that the ending does not say would have to be stored and honoured elsewhere. */
    private void languageOfFilesOnly(String path, String glob, Pattern pattern, YamlFile entry) {
        String language = entry.text("language");
        if (language == null) {
            return;
        }
        for (String file : files.below("submissions").keySet()) {
            String name = file.substring("submissions/".length());
            String ofFile = SourceLanguage.ofSubmission(name);
            if (pattern.matcher(name).matches()
                    && ofFile != null
                    && !LANGUAGE_KEYS.getOrDefault(ofFile, Set.of()).contains(language)) {
                faults.add(
                        path
                                + " gives "
                                + glob
                                + " the language "
                                + language
                                + ", but its ending says "
                                + ofFile
                                + ": rename the file.");
            }
        }
    }

    private @Nullable Set<String> verdicts(YamlFile entry, String key) {
        List<String> words = entry.texts(key);
        if (words == null) {
            return null;
        }
        for (String word : words) {
            if (!Set.of("AC", "WA", "TLE", "RTE").contains(word)) {
                faults.add(
                        entry.path()
                                + ": "
                                + key
                                + " has the unknown verdict "
                                + word
                                + ": write AC, WA, TLE or RTE.");
            }
        }
        return verdicts(words);
    }

    private static Set<String> verdicts(List<String> words) {
        Set<String> verdicts = new LinkedHashSet<>();
        for (String word : words) {
            switch (word) {
                case "AC" -> verdicts.add("accepted");
                case "WA" -> verdicts.add("wrong_answer");
                case "TLE" -> verdicts.add("time_limit");
                case "RTE" -> verdicts.addAll(CRASHES);
                default -> {} // its reader has reported it
            }
        }
        return verdicts;
    }

    /** Stars stay within a name, braces choose, and a folder matches all that is in it. */
    private static @Nullable Pattern glob(String glob) {
        StringBuilder regex = new StringBuilder();
        boolean inBraces = false;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
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
        boolean tooWide = glob.contains("**") || glob.chars().filter(c -> c == '*').count() > 8;
        return inBraces || tooWide ? null : Pattern.compile(regex + "(?:/.*)?");
    }
}
