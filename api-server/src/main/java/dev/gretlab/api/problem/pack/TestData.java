/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.Conversation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the tests below {@code data}, in the order of judging. */
final class TestData {

    private static final Set<String> ILLUSTRATIONS = Set.of(".png", ".jpg", ".jpeg", ".svg");
    private static final Set<String> OTHER_SAMPLES =
            Set.of(".in.statement", ".ans.statement", ".out", ".in.download", ".ans.download");
    private static final Set<String> TEST_KEYS =
            Set.of(
                    "args",
                    "input_validator_args",
                    "output_validator_args",
                    "input_visualizer_args",
                    "output_visualizer_args",
                    "full_feedback",
                    "hint",
                    "description");
    private static final Set<String> GROUP_KEYS =
            Set.of(
                    "max_score",
                    "score_aggregation",
                    "static_validation_score",
                    "require_pass",
                    "args",
                    "input_validator_args",
                    "static_validator_args",
                    "output_validator_args",
                    "input_visualizer_args",
                    "output_visualizer_args",
                    "full_feedback");
    private static final Set<String> LEGACY_KEYS =
            Set.of(
                    "on_reject",
                    "grading",
                    "grader_flags",
                    "input_validator_flags",
                    "output_validator_flags",
                    "accept_score",
                    "reject_score",
                    "range");

    /** By folder and then by name, each compared alone: a/1 comes before a.b/1 and beside a. */
    private static final Comparator<String> BY_NAME =
            (a, b) -> Arrays.compare(a.split("/"), b.split("/"));

    private final PackageFiles files;
    private final Metadata metadata;
    private final Scoring scoring;
    private final Faults faults;
    private final IdentityHashMap<byte[], Blob> blobs =
            new IdentityHashMap<>(); // a link shares its target's array
    private final Map<String, List<String>> argsOfFolders = new HashMap<>();
    private final Map<String, Conversation> conversations = new TreeMap<>(BY_NAME);

    TestData(PackageFiles files, Metadata metadata, Scoring scoring, Faults faults) {
        this.files = files;
        this.metadata = metadata;
        this.scoring = scoring;
        this.faults = faults;
    }

    List<ProblemPackage.Test> read() {
        List<ProblemPackage.Test> tests = new ArrayList<>();
        if (metadata.format() == Format.LEGACY) {
            group("data");
        }
        part("sample", tests);
        int samples = tests.size();
        part("secret", tests);
        if (tests.size() == samples) {
            faults.add("data/secret has no tests: add at least one pair of .in and .ans files.");
        }
        return List.copyOf(tests);
    }

    /** The examples of what the two sides say that {@link #read} found in the samples. */
    List<Conversation> conversations() {
        return List.copyOf(conversations.values());
    }

    private void part(String part, List<ProblemPackage.Test> tests) {
        SortedMap<String, byte[]> below = files.below("data/" + part);
        Set<String> names = new TreeSet<>(BY_NAME);
        for (String path : below.keySet()) {
            if (path.endsWith(".in") && !path.contains(".files/")) {
                names.add(path.substring("data/".length(), path.length() - ".in".length()));
            }
        }
        Set<String> folders = new TreeSet<>();
        folders.add("data/" + part);
        SortedMap<String, Set<String>> extrasOfTests = new TreeMap<>();
        for (String path : below.keySet()) {
            String folder = path.substring(0, path.lastIndexOf('/'));
            if (folder.contains(".files/") || folder.endsWith(".files")) {
                faults.add(
                        path
                                + " is a file beside the program, which is not supported: leave out"
                                + " the test or put the data into its .in file.");
                continue;
            }
            for (String f = folder; f.length() > 5; f = f.substring(0, f.lastIndexOf('/'))) {
                folders.add(f);
            }
            extra(path, folder, names, extrasOfTests);
        }
        folders.forEach(this::group);
        groupsOrTests(part, names);
        for (String name : names) {
            test(part, name, extrasOfTests.getOrDefault(name, Set.of()), tests);
        }
    }

    /** Judges a file that is no input: what it is of its test, or what is wrong with it. */
    private void extra(
            String path, String folder, Set<String> names, Map<String, Set<String>> extras) {
        String file = path.substring(folder.length() + 1);
        if (file.endsWith(".in") || file.equals(metadata.format().groupFile())) {
            return;
        }
        String inFolder = folder.substring("data/".length()) + "/";
        String name = null;
        for (int dot = file.indexOf('.'); dot >= 0; dot = file.indexOf('.', dot + 1)) {
            String candidate = inFolder + file.substring(0, dot);
            if (names.contains(candidate) && known(file.substring(dot))) {
                name = candidate;
                extras.computeIfAbsent(name, n -> new TreeSet<>()).add(file.substring(dot));
            }
        }
        if (name != null) {
            return;
        }
        int dot = file.lastIndexOf('.');
        if (dot >= 0 && file.substring(dot).equals(".interaction")) {
            interaction(path); // one that is only shown needs no test
        } else if (dot >= 0 && known(file.substring(dot))) {
            faults.add(
                    path
                            + " belongs to no test: add "
                            + path.substring(0, path.lastIndexOf('.'))
                            + ".in or remove it.");
        } else if (metadata.format() == Format.LEGACY) {
            faults.note(path + " is no part of a test and is ignored.");
        } else {
            faults.add(path + " is no part of a test: remove it.");
        }
    }

    private boolean known(String extension) {
        if (extension.equals(".ans")
                || extension.equals(".interaction")
                || ILLUSTRATIONS.contains(extension)) {
            return true;
        }
        return metadata.format() == Format.LEGACY
                ? extension.equals(".hint") || extension.equals(".desc")
                : extension.equals(".yaml") || OTHER_SAMPLES.contains(extension);
    }

    private void test(
            String part, String name, Set<String> extras, List<ProblemPackage.Test> tests) {
        String path = "data/" + name;
        byte[] answer = files.get(path + ".ans");
        if (answer == null) {
            faults.add(path + ".ans is missing: add the answer to " + path + ".in.");
        }
        List<String> args = args(path.substring(0, path.lastIndexOf('/')));
        for (String extra : extras) {
            if (extra.equals(".interaction")) {
                interaction(path + extra);
            } else if (OTHER_SAMPLES.contains(extra)) {
                faults.add(
                        path
                                + extra
                                + " changes what is shown of a test, which is not supported:"
                                + " remove it.");
            } else if (extra.equals(".yaml")) {
                YamlFile yaml = YamlFile.read(files, path + extra, faults);
                yaml.unknownKeysAreFaults(TEST_KEYS);
                List<String> own = feedbackAndArgs(yaml, part);
                args = own == null ? args : own;
            }
        }
        byte[] input = files.get(path + ".in");
        if (input == null || answer == null) {
            return;
        }
        tests.add(
                new ProblemPackage.Test(
                        tests.size() + 1,
                        name,
                        groupOf(name),
                        part.equals("sample"),
                        blobs.computeIfAbsent(input, Blob::of),
                        blobs.computeIfAbsent(answer, Blob::of),
                        args));
    }

    private void interaction(String path) {
        if (!metadata.interactive()) {
            faults.add(path + " belongs to interactive problems, and this is none: remove it.");
        } else if (!path.startsWith("data/sample/")) {
            faults.note(path + " is not shown: only those of samples are.");
        } else {
            String name = path.substring("data/".length(), path.length() - ".interaction".length());
            Conversation conversation = ConversationReader.read(files, path, name, faults);
            if (conversation != null) {
                conversations.put(name, conversation);
            }
        }
    }

    private String groupOf(String name) {
        String folder = name.substring(0, name.lastIndexOf('/'));
        if (metadata.format() == Format.LEGACY) {
            return folder;
        }
        // groups lie directly below secret; deeper folders only sort the files
        String[] parts = folder.split("/", -1);
        return parts.length <= 2 ? folder : parts[0] + "/" + parts[1];
    }

    private void groupsOrTests(String part, Set<String> names) {
        if (metadata.format() == Format.LEGACY) {
            return;
        }
        boolean loose = names.stream().anyMatch(n -> n.indexOf('/') == n.lastIndexOf('/'));
        boolean grouped = names.stream().anyMatch(n -> n.indexOf('/') != n.lastIndexOf('/'));
        if (part.equals("sample") && grouped) {
            faults.add("data/sample has sub-folders: put the samples directly into data/sample.");
        } else if (loose && grouped) {
            faults.add(
                    "data/"
                            + part
                            + " has both tests and groups: put every test into a folder, or none.");
        }
    }

    /** Reads what a folder says about its tests. */
    private void group(String folder) {
        String path = folder + "/" + metadata.format().groupFile();
        if (files.get(path) == null) {
            return;
        }
        YamlFile yaml = YamlFile.read(files, path, faults);
        if (metadata.format() == Format.LEGACY) {
            legacyGroup(folder, yaml);
            return;
        }
        yaml.unknownKeysAreFaults(GROUP_KEYS);
        if (folder.split("/", -1).length > 3) {
            faults.add(path + " is in a folder of a group: groups have no groups; move it up.");
        }
        for (String key : List.of("static_validation_score", "static_validator_args")) {
            if (yaml.has(key)) {
                faults.add(
                        path
                                + " has "
                                + key
                                + ": validators of the source are not supported; remove it.");
            }
        }
        if (!scoring.scored()) {
            belongsToScoring(yaml, List.of("max_score", "score_aggregation", "require_pass"));
        }
        List<String> own = feedbackAndArgs(yaml, folder.split("/", -1)[1]);
        if (own != null) {
            argsOfFolders.put(folder, own);
        }
    }

    private void legacyGroup(String folder, YamlFile yaml) {
        yaml.unknownKeysAreNoted(LEGACY_KEYS);
        if (!scoring.scored()) {
            passFail(yaml);
        }
        outputValidatorFlags(folder, yaml);
    }

    private void belongsToScoring(YamlFile yaml, List<String> keys) {
        for (String key : keys) {
            if (yaml.has(key)) {
                faults.add(
                        yaml.path()
                                + " has "
                                + key
                                + ", which belongs to scoring problems: write type: scoring in"
                                + " problem.yaml or remove it.");
            }
        }
    }

    private void passFail(YamlFile yaml) {
        String grading = yaml.text("grading");
        if (grading != null && !grading.equals("default")) {
            faults.add(yaml.path() + " has custom grading: graders are not supported.");
        }
        belongsToScoring(yaml, List.of("accept_score", "reject_score", "range"));
        for (String flag : ValidatorFlags.split(yaml.text("grader_flags"))) {
            // the default grader's way with the first fault is ours too
            if (!flag.equals("first_error")) {
                faults.add(
                        yaml.path()
                                + " has the grader flag "
                                + flag
                                + ", which is not supported in pass-fail problems: there a submission"
                                + " is accepted when all its tests are.");
            }
        }
    }

    private void outputValidatorFlags(String folder, YamlFile yaml) {
        if (yaml.isMap("output_validator_flags")) {
            argsOfFolders.put(
                    folder, ValidatorFlags.split(yaml.map("output_validator_flags").text("flags")));
        } else if (yaml.has("output_validator_flags")) {
            argsOfFolders.put(folder, ValidatorFlags.split(yaml.text("output_validator_flags")));
        } else {
            // a folder's own file replaces the one above it whole
            argsOfFolders.put(folder, List.of());
        }
    }

    /** The validator's arguments, or null when the file names none. */
    private @Nullable List<String> feedbackAndArgs(YamlFile yaml, String part) {
        List<String> args = yaml.texts("args");
        if (args != null && !args.isEmpty()) {
            faults.add(
                    yaml.path()
                            + " gives arguments to the program, which is not supported: put them"
                            + " into the input.");
        }
        String feedback = yaml.text("full_feedback");
        boolean sample = part.equals("sample");
        if (feedback != null && !feedback.equals(String.valueOf(sample))) {
            faults.add(
                    yaml.path()
                            + " changes full_feedback: here samples are shown and secret tests are"
                            + " not; remove it.");
        }
        return yaml.texts("output_validator_args");
    }

    /** Of the nearest folder that names some, before them the flags of the whole problem. */
    private List<String> args(String folder) {
        List<String> args = List.of();
        for (String f = folder; ; f = f.substring(0, f.lastIndexOf('/'))) {
            List<String> own = argsOfFolders.get(f);
            if (own != null) {
                args = own;
                break;
            }
            if (f.indexOf('/') < 0) {
                break;
            }
        }
        if (metadata.validatorFlags().isEmpty()) {
            return args;
        }
        List<String> all = new ArrayList<>(metadata.validatorFlags());
        all.addAll(args);
        return List.copyOf(all);
    }
}
