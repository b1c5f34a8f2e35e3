/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What {@code problem.yaml} (and DOMjudge's file beside it) says.
 *
 * @param names by language tag; under the empty tag a name that is not said to be of a language
 * @param shortName a name for addresses, when the package has one
 * @param custom the package's own validator decides; null: it does when the package has one
 * @param interactive that validator talks to the program while it runs
 * @param validatorFlags for the validator at every test
 */
record Metadata(
        Format format,
        Map<String, String> names,
        @Nullable String shortName,
        ProblemPackage.Limits limits,
        ValidatorLimits validatorLimits,
        @Nullable Boolean custom,
        boolean interactive,
        List<String> validatorFlags) {

    private static final Set<String> KEYS_2025 =
            Set.of(
                    "problem_format_version",
                    "type",
                    "name",
                    "uuid",
                    "version",
                    "credits",
                    "source",
                    "license",
                    "rights_owner",
                    "embargo_until",
                    "limits",
                    "keywords",
                    "languages",
                    "allow_file_writing",
                    "constants");
    private static final Set<String> KEYS_LEGACY =
            Set.of(
                    "problem_format_version",
                    "type",
                    "name",
                    "uuid",
                    "author",
                    "source",
                    "source_url",
                    "license",
                    "rights_owner",
                    "limits",
                    "validation",
                    "validator_flags",
                    "grading",
                    "keywords");
    private static final Set<String> LICENSES =
            Set.of(
                    "unknown",
                    "public domain",
                    "cc0",
                    "cc by",
                    "cc by-sa",
                    "educational",
                    "permission");
    private static final Map<String, String> TYPES =
            Map.of(
                    "multi-pass", "multi-pass problems",
                    "submit-answer", "problems whose answers are submitted");

    /** Null when the version of the format is not one that is read here. */
    static @Nullable Metadata read(PackageFiles files, SiteLimits site, Faults faults) {
        if (files.get("problem.yaml") == null) {
            faults.add(
                    "problem.yaml is missing: put it at the root of the package, or pack one folder"
                            + " that holds it.");
            return null;
        }
        boolean well = !faults.any();
        YamlFile yaml = YamlFile.read(files, "problem.yaml", faults);
        if (well && faults.any()) {
            return null; // without it all else would be guessed
        }
        String version = yaml.text("problem_format_version");
        Format format = Format.of(version);
        if (format == null) {
            faults.add(
                    "problem.yaml names the format version "
                            + version
                            + ", which is not read here: "
                            + Format.ACCEPTED
                            + " are.");
            return null;
        }
        DomjudgeFile domjudge = DomjudgeFile.read(files, faults);
        boolean interactive = types(yaml, faults);
        @Nullable Boolean custom = null;
        if (format == Format.LEGACY) {
            yaml.unknownKeysAreNoted(KEYS_LEGACY);
            List<String> validation = ValidatorFlags.split(yaml.text("validation"));
            custom = validation(validation, faults);
            interactive = interactive(interactive, validation, faults);
        } else {
            yaml.unknownKeysAreFaults(KEYS_2025);
            only2025(yaml, faults);
            if (interactive) {
                custom = true;
            }
        }
        LimitsReader limits = new LimitsReader(yaml.map("limits"), format, site, faults);
        ProblemPackage.Limits problemLimits = limits.problem(files, domjudge);
        String flags = format == Format.LEGACY ? yaml.text("validator_flags") : null;
        return new Metadata(
                format,
                names(yaml, format, domjudge, faults),
                domjudge.shortName(),
                problemLimits,
                interactive ? limits.interactiveValidator() : limits.validator(problemLimits),
                custom,
                interactive,
                ValidatorFlags.split(flags));
    }

    /** Whether the problem is interactive. */
    private static boolean types(YamlFile yaml, Faults faults) {
        List<String> types = yaml.texts("type");
        if (types == null) {
            return false;
        }
        for (String type : types) {
            String refused = TYPES.get(type);
            if (refused != null) {
                faults.add(
                        "problem.yaml has the type "
                                + type
                                + ": "
                                + refused
                                + " are not supported, only pass-fail, scoring and interactive.");
            } else if (!Set.of("pass-fail", "scoring", "interactive").contains(type)) {
                faults.add(
                        "problem.yaml has the unknown type "
                                + type
                                + ": write pass-fail, scoring or interactive.");
            }
        }
        return types.contains("interactive");
    }

    /** Whether a legacy package is interactive; in some, type says so beside validation. */
    private static boolean interactive(boolean byType, List<String> validation, Faults faults) {
        boolean interactive = validation.contains("interactive");
        if (interactive && !validation.getFirst().equals("custom")) {
            faults.add(
                    "problem.yaml: validation has interactive without custom before it: write"
                            + " custom interactive.");
        } else if (byType && !interactive) {
            faults.add(
                    "problem.yaml has the type interactive, but validation does not say so: write"
                            + " validation: custom interactive.");
        }
        return interactive;
    }

    /** Whether a legacy package says that its own validator decides. */
    private static boolean validation(List<String> words, Faults faults) {
        boolean custom = !words.isEmpty() && words.getFirst().equals("custom");
        for (String word : words) {
            switch (word) {
                case "default", "custom", "score", "interactive" -> {}
                default ->
                        faults.add(
                                "problem.yaml: validation has the unknown word "
                                        + word
                                        + ": write default or custom.");
            }
        }
        return custom;
    }

    private static void only2025(YamlFile yaml, Faults faults) {
        String uuid = yaml.text("uuid");
        if (uuid == null) {
            faults.add("problem.yaml has no uuid: add one, as the format asks.");
        } else {
            try {
                UUID.fromString(uuid);
            } catch (IllegalArgumentException e) {
                faults.add("problem.yaml: uuid is no UUID: make one, with uuidgen for example.");
            }
        }
        String license = yaml.text("license");
        if (license != null && !LICENSES.contains(license)) {
            faults.add(
                    "problem.yaml has the unknown license "
                            + license
                            + ": write one of the format's, for example cc by-sa.");
        }
        if (yaml.has("embargo_until")) {
            faults.add(
                    "problem.yaml has embargo_until, which is not kept here: remove it and import"
                            + " the problem when it may be seen.");
        }
        List<String> languages = yaml.texts("languages");
        if (languages != null && !languages.equals(List.of("all"))) {
            faults.add(
                    "problem.yaml limits the languages, which is not supported: write all or remove"
                            + " the key.");
        }
        if (yaml.has("constants")) {
            faults.add(
                    "problem.yaml has constants, which are not supported: write their values where"
                            + " they are used.");
        }
    }

    private static Map<String, String> names(
            YamlFile yaml, Format format, DomjudgeFile domjudge, Faults faults) {
        Map<String, String> names = new LinkedHashMap<>();
        if (yaml.isMap("name")) {
            YamlFile map = yaml.map("name");
            for (String language : map.keys()) {
                String name = map.text(language);
                if (name != null) {
                    names.put(language, name);
                }
            }
        } else {
            String name = yaml.text("name");
            if (name == null) {
                name = domjudge.name();
            }
            if (name != null) {
                // by the newer format a name without a language is English
                names.put(format == Format.LEGACY ? "" : "en", name);
            }
        }
        for (var name : names.entrySet()) {
            if (name.getValue().isBlank() || name.getValue().length() > 200) {
                faults.add("problem.yaml: a name must have 1 to 200 characters.");
            }
        }
        if (names.isEmpty() && format == Format.V2025_09) {
            faults.add("problem.yaml has no name: add one.");
        }
        return names;
    }
}
