/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.Group;
import dev.gretlab.api.problem.pack.ProblemPackage.ScoreClaim;
import dev.gretlab.api.problem.pack.ProblemPackage.Test;
import dev.gretlab.api.problem.pack.ProblemPackage.TestClaim;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code submissions.yaml} claims of programs, and what their folders do without it. */
final class SubmissionsFile {

    private static final String PATH = "submissions/submissions.yaml";
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

    /** Keys of a claim, of whole submissions and of parts of the tests. */
    private static final Set<String> CLAIM_KEYS =
            Set.of("permitted", "required", "score", "message", "use_for_time_limit");

    private static final Set<String> PROGRAM_KEYS =
            Set.of("language", "entrypoint", "authors", "model_solution");

    private final PackageFiles files;
    private final List<Test> tests;
    private final @Nullable Grading grading;
    private final Faults faults;
    private final Map<String, VerdictRule> folders = new LinkedHashMap<>();
    private final List<Claim<VerdictRule>> rules = new ArrayList<>();
    private final List<Claim<ScoreClaim>> scores = new ArrayList<>();
    private final List<Claim<TestClaim>> parts = new ArrayList<>();

    /** Something that is claimed of the programs that the pattern covers. */
    private record Claim<T>(Glob glob, T what) {}

    private SubmissionsFile(
            PackageFiles files, List<Test> tests, @Nullable Grading grading, Faults faults) {
        this.files = files;
        this.tests = tests;
        this.grading = grading;
        this.faults = faults;
        folders.put("accepted", VerdictRule.of("AC", null));
        folders.put("rejected", VerdictRule.of(null, "WA TLE RTE"));
        folders.put("wrong_answer", VerdictRule.of("AC WA", "WA"));
        folders.put("time_limit_exceeded", VerdictRule.of("AC TLE", "TLE"));
        folders.put("run_time_error", VerdictRule.of("AC RTE", "RTE"));
        folders.put("brute_force", VerdictRule.of("AC TLE RTE", "TLE RTE"));
    }

    /**
     * Reads the file, where the format has one.
     *
     * @param grading null when there are no points
     */
    static SubmissionsFile read(
            PackageFiles files,
            Format format,
            List<Test> tests,
            @Nullable Grading grading,
            Faults faults) {
        SubmissionsFile read = new SubmissionsFile(files, tests, grading, faults);
        if (format == Format.V2025_09 && files.get(PATH) != null) {
            YamlFile yaml = YamlFile.read(files, PATH, faults);
            for (String glob : yaml.keys()) {
                read.entry(glob, yaml.map(glob));
            }
        }
        return read;
    }

    /** What holds for all tests of a program, its folder's rule first. */
    List<VerdictRule> rules(String path) {
        List<VerdictRule> all = new ArrayList<>();
        VerdictRule ofFolder = folders.get(path.substring(0, path.indexOf('/')));
        if (ofFolder != null) {
            all.add(ofFolder);
        }
        all.addAll(of(rules, path));
        return all;
    }

    List<ScoreClaim> scores(String path) {
        return of(scores, path);
    }

    /** What holds for parts of the tests. */
    List<TestClaim> parts(String path) {
        return of(parts, path);
    }

    private static <T> List<T> of(List<Claim<T>> claims, String path) {
        return claims.stream().filter(c -> c.glob.covers(path)).map(Claim::what).toList();
    }

    private void entry(String name, YamlFile entry) {
        Glob glob = Glob.of(name);
        if (glob == null) {
            faults.add(PATH + " has the pattern " + name + ", which is not supported.");
            return;
        }
        programs(name, glob, entry);
        boolean ofFolder = folders.containsKey(name);
        VerdictRule rule = rule(entry, ofFolder ? folders.get(name) : null);
        if (rule != null && ofFolder) {
            folders.put(name, rule);
        } else if (rule != null) {
            rules.add(new Claim<>(glob, rule));
        }
        VerdictRule timed = timeRule(name, entry);
        if (timed != null) {
            rules.add(new Claim<>(glob, timed));
        }
        ScoreClaim score = score(name, entry);
        if (score != null) {
            scores.add(new Claim<>(glob, score));
        }
        messageIsNotChecked(name, entry);
        for (String key : entry.keys()) {
            if (key.matches("(sample|secret|[*{]).*")) {
                part(name, glob, key, entry.map(key));
            } else if (!CLAIM_KEYS.contains(key) && !PROGRAM_KEYS.contains(key)) {
                unknown(name, key);
            }
        }
    }

    private void unknown(String where, String key) {
        faults.add(
                PATH
                        + " has the unknown key "
                        + key
                        + " for "
                        + where
                        + ": remove or correct it. What holds for a group of tests stands under its"
                        + " path below data, for example secret/1.");
    }

    /** What is claimed of a part of the tests. */
    private void part(String program, Glob glob, String name, YamlFile entry) {
        String where = program + ", " + name;
        for (String key : entry.keys()) {
            if (!CLAIM_KEYS.contains(key)) {
                unknown(where, key);
            }
        }
        messageIsNotChecked(where, entry);
        Glob ofTests = Glob.of(name);
        if (ofTests == null) {
            faults.add(PATH + " has the pattern " + where + ", which is not supported.");
            return;
        }
        List<Integer> numbers =
                tests.stream().filter(t -> ofTests.covers(t.name())).map(Test::number).toList();
        if (numbers.isEmpty()) {
            faults.add(
                    PATH
                            + " has "
                            + where
                            + ", but there is no such group or test: write its path below data, for"
                            + " example secret/1.");
            return;
        }
        VerdictRule rule = rule(entry, null);
        ScoreClaim score = score(where, entry);
        List<String> groups = score == null ? List.of() : groups(where, ofTests);
        if (rule != null || score != null) {
            VerdictRule given = rule == null ? new VerdictRule(null, null) : rule;
            parts.add(new Claim<>(glob, claim(name, numbers, given, groups, score)));
        }
        VerdictRule timed = timeRule(where, entry);
        if (timed != null) {
            parts.add(new Claim<>(glob, claim(name, numbers, timed, List.of(), null)));
        }
    }

    private static TestClaim claim(
            String name,
            List<Integer> tests,
            VerdictRule rule,
            List<String> groups,
            @Nullable ScoreClaim score) {
        return new TestClaim(
                name, tests, list(rule.permitted()), list(rule.required()), groups, score);
    }

    private static @Nullable List<String> list(@Nullable Set<String> verdicts) {
        return verdicts == null ? null : List.copyOf(verdicts);
    }

    /** The groups with points that the pattern names. */
    private List<String> groups(String where, Glob glob) {
        List<String> groups =
                grading == null
                        ? List.of()
                        : grading.groups().stream()
                                .filter(g -> g.parent() != null && !g.score().equals("none"))
                                .map(Group::name)
                                .filter(glob::matches)
                                .toList();
        if (groups.isEmpty()) {
            faults.add(
                    PATH
                            + " has score for "
                            + where
                            + ", but there is no such group that gives points: points are those of"
                            + " a group below data/secret, or of secret.");
        }
        return groups;
    }

    /** Null when the entry says nothing of verdicts; what it leaves out is as it was before. */
    private @Nullable VerdictRule rule(YamlFile entry, @Nullable VerdictRule before) {
        Set<String> permitted = verdicts(entry, "permitted");
        Set<String> required = verdicts(entry, "required");
        if (permitted == null && required == null) {
            return null;
        }
        return new VerdictRule(
                permitted != null || before == null ? permitted : before.permitted(),
                required != null || before == null ? required : before.required());
    }

    private @Nullable Set<String> verdicts(YamlFile entry, String key) {
        List<String> words = entry.texts(key);
        if (words == null) {
            return null;
        }
        for (String word : words) {
            if (!VerdictRule.WORDS.contains(word)) {
                faults.add(
                        entry.path()
                                + ": "
                                + key
                                + " has the unknown verdict "
                                + word
                                + ": write AC, WA, TLE or RTE.");
            }
        }
        return VerdictRule.verdicts(words);
    }

    /**
     * The time limit is never measured here, so that leaving a program out of that changes nothing;
     * but lower and upper also claim verdicts.
     */
    private @Nullable VerdictRule timeRule(String where, YamlFile entry) {
        String given = entry.text("use_for_time_limit");
        return switch (given) {
            case null -> null;
            case "true", "false" -> null;
            case "lower" -> VerdictRule.of("AC WA RTE", null);
            case "upper" -> VerdictRule.of(null, "TLE");
            default -> {
                faults.add(
                        PATH
                                + " has use_for_time_limit: "
                                + given
                                + " for "
                                + where
                                + ": write false, lower or upper.");
                yield null;
            }
        };
    }

    private void messageIsNotChecked(String where, YamlFile entry) {
        if (entry.has("message")) {
            faults.note(
                    PATH
                            + " has message for "
                            + where
                            + ", which is not checked: what validators say of example submissions"
                            + " is compared with nothing.");
        }
    }

    /** A number, or the lowest and the highest. */
    private @Nullable ScoreClaim score(String where, YamlFile entry) {
        if (!entry.has("score")) {
            return null;
        }
        if (grading == null) {
            faults.add(
                    PATH
                            + " has score for "
                            + where
                            + ", which belongs to scoring problems: remove it.");
            return null;
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
                    PATH
                            + ": score for "
                            + where
                            + " must be a number, or a list of the lowest and the highest.");
            return null;
        }
        return new ScoreClaim(bounds.getFirst(), bounds.getLast());
    }

    /** What the entry says of the files themselves must be what they say too. */
    private void programs(String name, Glob glob, YamlFile entry) {
        String language = entry.text("language");
        String start = entry.text("entrypoint");
        boolean any = false;
        for (String path : files.below("submissions").keySet()) {
            String program = path.substring("submissions/".length());
            if (program.indexOf('/') < 0 || !glob.covers(program)) {
                continue;
            }
            any = true;
            String ofFile = SourceLanguage.ofSubmission(program);
            if (language != null
                    && ofFile != null
                    && !LANGUAGE_KEYS.getOrDefault(ofFile, Set.of()).contains(language)) {
                // a language that the ending does not say would have to be stored and honoured
                faults.add(
                        PATH
                                + " gives "
                                + name
                                + " the language "
                                + language
                                + ", but its ending says "
                                + ofFile
                                + ": rename the file.");
            }
            if (start != null && !starts(program, start)) {
                faults.add(
                        PATH
                                + " has entrypoint: "
                                + start
                                + " for "
                                + name
                                + ", but "
                                + program
                                + " is one file, which starts with itself: remove the key.");
            }
        }
        if (!any) {
            faults.note(PATH + " has " + name + ", but there is no such program.");
        }
    }

    /** Whether this is where the file starts anyway. Programs of several files are left out. */
    private static boolean starts(String program, String start) {
        String[] parts = program.split("/", -1);
        String file = parts[parts.length - 1];
        return parts.length > 2 || Set.of(file, file.replaceFirst("\\.[^.]*$", "")).contains(start);
    }

    /** Whether no verdict is left that could be right for a test, or for what must occur. */
    boolean contradictsItself(List<VerdictRule> rules, List<TestClaim> claims) {
        if (tests.isEmpty()) {
            return false; // which is a fault of its own
        }
        Map<Integer, Set<String>> possible = new LinkedHashMap<>();
        for (Test test : tests) {
            Set<String> left = VerdictRule.any();
            rules.forEach(rule -> keep(left, rule.permitted()));
            possible.put(test.number(), left);
        }
        for (TestClaim claim : claims) {
            claim.tests().forEach(test -> keep(left(possible, test), claim.permitted()));
        }
        if (possible.values().stream().anyMatch(Set::isEmpty)) {
            return true;
        }
        return rules.stream().anyMatch(r -> isLost(r.required(), possible.keySet(), possible))
                || claims.stream().anyMatch(c -> isLost(c.required(), c.tests(), possible));
    }

    private static Set<String> left(Map<Integer, Set<String>> possible, int test) {
        return possible.getOrDefault(test, Set.of());
    }

    private static void keep(Set<String> left, @Nullable Collection<String> permitted) {
        if (permitted != null) {
            left.retainAll(new LinkedHashSet<>(permitted));
        }
    }

    private static boolean isLost(
            @Nullable Collection<String> required,
            Collection<Integer> tests,
            Map<Integer, Set<String>> possible) {
        return required != null
                && tests.stream()
                        .allMatch(test -> Collections.disjoint(left(possible, test), required));
    }
}
