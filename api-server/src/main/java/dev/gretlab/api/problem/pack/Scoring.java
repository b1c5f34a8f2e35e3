/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.List;
import java.util.Set;

/**
 * What {@code problem.yaml} says about points.
 *
 * @param scored whether the problem gives points
 * @param byValidator the problem's own validator may give the points of a test
 * @param showGroups students see what became of each group
 */
record Scoring(boolean scored, boolean byValidator, boolean showGroups) {

    static final Scoring NONE = new Scoring(false, false, false);

    private static final Set<String> GRADING_KEYS = Set.of("objective", "show_test_data_groups");

    static Scoring read(PackageFiles files, Format format, Faults faults) {
        YamlFile yaml = YamlFile.read(files, "problem.yaml", faults);
        List<String> given = yaml.texts("type");
        List<String> types = given == null ? List.of() : given;
        boolean scored = types.contains("scoring");
        if (scored && types.contains("pass-fail")) {
            faults.add("problem.yaml has the types pass-fail and scoring: choose one.");
        }
        if (format != Format.LEGACY) {
            return new Scoring(scored, scored, true);
        }
        List<String> validation = ValidatorFlags.split(yaml.text("validation"));
        boolean byValidator = validation.contains("score");
        if (byValidator && !scored) {
            faults.add(
                    "problem.yaml: validation has the word score, which belongs to scoring"
                            + " problems: write type: scoring or remove it.");
        } else if (byValidator && !validation.getFirst().equals("custom")) {
            faults.add(
                    "problem.yaml: validation has the word score, which belongs to a validator of"
                            + " the package: write custom score or default.");
        }
        if (yaml.has("grading") && !scored) {
            faults.add(
                    "problem.yaml has grading, which belongs to scoring problems: write type:"
                            + " scoring or remove it.");
        }
        return new Scoring(scored, byValidator, showGroups(yaml.map("grading"), faults));
    }

    private static boolean showGroups(YamlFile grading, Faults faults) {
        for (String key : grading.keys()) {
            if (!GRADING_KEYS.contains(key)) {
                faults.add(
                        grading.path()
                                + " has "
                                + key
                                + ", which is not supported: points are said in testdata.yaml.");
            }
        }
        String objective = grading.text("objective");
        if ("min".equals(objective)) {
            faults.add(
                    grading.path()
                            + " has objective: min, which is not supported: here more points are"
                            + " always better.");
        } else if (objective != null && !objective.equals("max")) {
            faults.add(grading.path() + " has the unknown objective " + objective + ": write max.");
        }
        String show = grading.text("show_test_data_groups");
        if (show != null && !show.equals("true") && !show.equals("false")) {
            faults.add(
                    grading.path() + ": show_test_data_groups must be true or false, not " + show);
        }
        return "true".equals(show);
    }
}
