/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.CustomValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.DefaultValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.SourceFile;
import dev.gretlab.api.problem.pack.ProblemPackage.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds out who decides whether an output is right. */
final class ValidatorReader {

    private final PackageFiles files;
    private final Metadata metadata;
    private final Faults faults;

    ValidatorReader(PackageFiles files, Metadata metadata, Faults faults) {
        this.files = files;
        this.metadata = metadata;
        this.faults = faults;
    }

    Validator read(List<ProblemPackage.Test> tests) {
        String folder =
                metadata.format() == Format.LEGACY ? "output_validators" : "output_validator";
        boolean has = files.hasFolder(folder);
        boolean custom = metadata.custom() == null ? has : metadata.custom();
        if (custom && !has) {
            faults.add(
                    "problem.yaml says that "
                            + (metadata.interactive()
                                    ? "the problem is interactive, but "
                                    : "validation is custom, but ")
                            + folder
                            + " is empty: add the validator.");
        } else if (!custom && has) {
            faults.note(folder + " is ignored, because problem.yaml says validation: default.");
        }
        if (custom && has) {
            CustomValidator validator = custom(folder);
            if (validator != null) {
                return validator;
            }
        }
        return custom ? new DefaultValidator(false, false, null, null) : byFlags(tests);
    }

    private Validator byFlags(List<ProblemPackage.Test> tests) {
        String where =
                metadata.format() == Format.LEGACY
                        ? "problem.yaml or testdata.yaml"
                        : "test_group.yaml";
        Set<List<String>> all = new LinkedHashSet<>();
        for (ProblemPackage.Test test : tests) {
            all.add(test.validatorArgs());
        }
        if (all.isEmpty()) {
            all.add(metadata.validatorFlags());
        }
        DefaultValidator first = null;
        for (List<String> flags : all) {
            DefaultValidator read = ValidatorFlags.read(flags, metadata.format(), where, faults);
            first = first == null ? read : first;
        }
        // where tests differ, each brings its own
        return all.size() == 1 && first != null
                ? first
                : new DefaultValidator(false, false, null, null);
    }

    private @Nullable CustomValidator custom(String folder) {
        Map<String, byte[]> sources = program(folder);
        if (sources == null) {
            return null;
        }
        Set<String> languages = new TreeSet<>();
        boolean headers = false;
        List<String> names = new ArrayList<>();
        for (String name : sources.keySet()) {
            String language = SourceLanguage.of(name);
            if (name.equals("build") || name.equals("run")) {
                faults.add(
                        folder
                                + " has a "
                                + name
                                + " script: such validators are not supported; give its sources in"
                                + " C, C++, Python or Java alone.");
                return null;
            }
            if (name.indexOf('/') >= 0) {
                faults.add(
                        folder
                                + " holds "
                                + name
                                + ", which is in a sub-folder: put all files of the validator"
                                + " beside each other.");
                return null;
            }
            if (language != null) {
                languages.add(language);
                names.add(name);
            } else if (SourceLanguage.isHeader(name)) {
                headers = true;
                names.add(name);
            }
        }
        if (languages.equals(Set.of("c", "cpp"))) {
            languages.remove("c"); // a C++ compiler takes both
        }
        languages.remove("javascript");
        if (languages.size() != 1) {
            faults.add(
                    folder
                            + " is in "
                            + (languages.isEmpty() ? "no language" : "several languages")
                            + " that validators may have here: use one of C, C++, Python and Java.");
            return null;
        }
        String language = languages.iterator().next();
        if (headers && !language.startsWith("c")) {
            names.removeIf(SourceLanguage::isHeader);
        }
        String main = main(folder, language, names);
        if (main == null) {
            return null;
        }
        List<SourceFile> kept = new ArrayList<>();
        names.sort(Comparator.comparing((String name) -> !name.equals(main)).thenComparing(n -> n));
        for (String name : names) {
            byte[] content = sources.get(name);
            if (content != null) {
                // of several files runners start the one of this name
                String stored = name.equals("__main__.py") ? "main.py" : name;
                kept.add(new SourceFile(stored, Blob.of(content)));
            }
        }
        return new CustomValidator(
                language,
                List.copyOf(kept),
                metadata.validatorLimits().cpuMs(),
                metadata.validatorLimits().memoryMb(),
                metadata.interactive());
    }

    /** The files of the one program by name, or null with a fault when there are several. */
    private @Nullable SortedMap<String, byte[]> program(String folder) {
        SortedMap<String, byte[]> loose = new TreeMap<>();
        SortedMap<String, SortedMap<String, byte[]>> folders = new TreeMap<>();
        for (var file : files.below(folder).entrySet()) {
            String name = file.getKey().substring(folder.length() + 1);
            int slash = name.indexOf('/');
            if (slash < 0) {
                loose.put(name, file.getValue());
            } else {
                folders.computeIfAbsent(name.substring(0, slash), f -> new TreeMap<>())
                        .put(name.substring(slash + 1), file.getValue());
            }
        }
        boolean looseProgram =
                loose.keySet().stream()
                        .anyMatch(n ->
                                SourceLanguage.of(n) != null
                                        || n.equals("build")
                                        || n.equals("run"));
        if (!looseProgram && folders.isEmpty()) {
            return loose; // in some language that is not read here
        }
        if (!looseProgram && folders.size() == 1) {
            return folders.firstEntry().getValue();
        }
        long programs = loose.keySet().stream().filter(n -> SourceLanguage.of(n) != null).count();
        // In legacy each file is a program of its own; headers and notes beside it are not.
        if (looseProgram && (metadata.format() == Format.V2025_09 || programs <= 1)) {
            if (!folders.isEmpty() && metadata.format() == Format.LEGACY) {
                return several(folder);
            }
            folders.forEach((name, inner) -> inner.forEach((n, c) -> loose.put(name + "/" + n, c)));
            return loose;
        }
        return several(folder);
    }

    private @Nullable SortedMap<String, byte[]> several(String folder) {
        faults.add(
                folder
                        + " must hold exactly one program: several output validators are not"
                        + " supported.");
        return null;
    }

    /** The file to compile or start. */
    private @Nullable String main(String folder, String language, List<String> names) {
        List<String> programs =
                names.stream().filter(n -> !SourceLanguage.isHeader(n)).sorted().toList();
        if (programs.size() == 1) {
            return programs.getFirst();
        }
        if (language.equals("python")) {
            if (programs.contains("__main__.py") && !programs.contains("main.py")) {
                return "__main__.py";
            }
            faults.add(
                    folder
                            + " has several Python files: name the one to start with __main__.py,"
                            + " and none main.py.");
            return null;
        }
        if (language.equals("java") && programs.contains("Main.java")) {
            return "Main.java";
        }
        faults.add(
                folder
                        + " has several source files ("
                        + String.join(", ", programs)
                        + "), which is not supported: put them into one"
                        + (language.equals("java")
                                ? ", or name the one with main Main.java."
                                : "; headers may stay."));
        return null;
    }
}
