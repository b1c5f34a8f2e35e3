/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.Group;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the groups of a scoring package of version 2025-09. */
final class PointGroups {

    private static final String SECRET = "secret";
    private static final String SAMPLE = "sample";

    private final PackageFiles files;
    private final Faults faults;
    private final boolean custom;

    /**
     * What a group's file says.
     *
     * @param max null: unbounded
     */
    private record Config(
            String path,
            String name,
            @Nullable Integer max,
            String aggregation,
            List<String> requires,
            int tests) {

        boolean allOrNothing() {
            return aggregation.equals("pass-fail");
        }
    }

    /**
     * @param custom the package has its own validator, which may give points
     */
    PointGroups(PackageFiles files, boolean custom, Faults faults) {
        this.files = files;
        this.custom = custom;
        this.faults = faults;
    }

    Grading read(List<ProblemPackage.Test> tests) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (ProblemPackage.Test test : tests) {
            sizes.merge(test.group(), 1, Integer::sum);
        }
        foldersWithoutTests(sizes.keySet());
        boolean sample = sizes.containsKey(SAMPLE);
        notInSample();
        Config secret = config(SECRET, sizes.getOrDefault(SECRET, 0), 100, "sum");
        List<Config> groups = new ArrayList<>();
        for (var size : sizes.entrySet()) {
            if (!size.getKey().equals(SAMPLE) && !size.getKey().equals(SECRET)) {
                groups.add(config(size.getKey(), size.getValue(), null, "pass-fail"));
            }
        }
        bounds(secret, groups);
        for (Config group : groups) {
            points(group, secret);
        }
        if (groups.isEmpty()) {
            points(secret, secret);
        }
        requirements(secret, groups, sample);
        List<Group> rules = new ArrayList<>();
        rules.add(whole(secret));
        if (sample) {
            rules.add(sample());
        }
        rules.add(rule(secret, "data", groups.isEmpty()));
        groups.forEach(group -> rules.add(rule(group, SECRET, true)));
        return new Grading(true, decimal(secret.max), full(secret, groups), rules);
    }

    private void foldersWithoutTests(Set<String> groups) {
        Set<String> folders = new TreeSet<>();
        for (String file : files.below("data/secret").keySet()) {
            String[] parts = file.split("/", -1);
            if (parts.length > 3) {
                folders.add(parts[1] + "/" + parts[2]);
            }
        }
        for (String folder : folders) {
            if (!groups.contains(folder)) {
                faults.add("data/" + folder + " is a group without tests: add some or remove it.");
            }
        }
    }

    private void notInSample() {
        YamlFile yaml = yaml(SAMPLE);
        for (String key : List.of("max_score", "score_aggregation", "require_pass")) {
            if (yaml.has(key)) {
                faults.add(
                        yaml.path()
                                + " has "
                                + key
                                + ", but samples give no points and depend on nothing: remove it.");
            }
        }
    }

    private YamlFile yaml(String group) {
        return YamlFile.read(files, "data/" + group + "/test_group.yaml", faults);
    }

    private Config config(
            String name, int tests, @Nullable Integer defaultMax, String defaultAggregation) {
        YamlFile yaml = yaml(name);
        Integer max = defaultMax;
        String given = yaml.text("max_score");
        if (given != null) {
            if (given.equals("unbounded")) {
                max = null;
            } else if (given.matches("[0-9]{1,9}")) {
                max = Integer.valueOf(given);
            } else {
                faults.add(
                        yaml.path()
                                + ": max_score must be a whole number from 0 on or unbounded, not "
                                + given
                                + ".");
                max = 0;
            }
        }
        String aggregation = yaml.text("score_aggregation");
        if (aggregation == null) {
            aggregation = defaultAggregation;
        } else if (!Set.of("pass-fail", "sum", "min").contains(aggregation)) {
            faults.add(
                    yaml.path()
                            + " has the unknown score_aggregation "
                            + aggregation
                            + ": write pass-fail, sum or min.");
            aggregation = defaultAggregation;
        }
        List<String> requires = yaml.texts("require_pass");
        return new Config(
                "data/" + name + "/test_group.yaml",
                name,
                max,
                aggregation,
                requires == null ? List.of() : requires,
                tests);
    }

    /** How the bounds of the groups and of all secret tests go together. */
    private void bounds(Config secret, List<Config> groups) {
        long sum = 0;
        boolean bounded = true;
        for (Config group : groups) {
            if (group.max == null) {
                bounded = false;
                if (secret.max != null) {
                    faults.add(
                            group.path
                                    + " gives no max_score, but those of all groups together may"
                                    + " not pass the "
                                    + secret.max
                                    + " of data/secret: give one.");
                }
            } else {
                sum += group.max;
                if (secret.aggregation.equals("min")
                        && secret.max != null
                        && group.max > secret.max) {
                    faults.add(
                            group.path
                                    + ": max_score is "
                                    + group.max
                                    + ", more than the "
                                    + secret.max
                                    + " of data/secret: lower it or raise that.");
                }
            }
            if (secret.allOrNothing() && !group.allOrNothing()) {
                faults.add(
                        group.path
                                + " has score_aggregation "
                                + group.aggregation
                                + ", but data/secret is pass-fail, and so must its groups be.");
            }
        }
        if (!secret.aggregation.equals("sum") || groups.isEmpty() || secret.max == null) {
            return;
        }
        if (bounded && sum > secret.max) {
            faults.add(
                    "data/secret: the max_score of its groups are "
                            + sum
                            + " together, more than the "
                            + secret.max
                            + " of all: lower them or raise max_score in"
                            + " data/secret/test_group.yaml.");
        } else if (bounded && sum < secret.max) {
            faults.note(
                    "data/secret: the max_score of its groups are "
                            + sum
                            + " together: nobody can reach the "
                            + secret.max
                            + " of all.");
        }
    }

    /** Whether the tests of a group can have points. */
    private void points(Config group, Config secret) {
        if (group.max != null || secret.max != null) {
            return;
        }
        if (group.allOrNothing()) {
            faults.add(
                    group.path
                            + " has no bound of its points, but pass-fail gives all of them or none:"
                            + " give max_score.");
        } else if (!custom) {
            faults.add(
                    group.path
                            + " has no bound of its points, so a validator must say those of each"
                            + " test, but the package has none: give max_score.");
        }
    }

    private void requirements(Config secret, List<Config> groups, boolean sample) {
        for (String name : secret.requires) {
            if (!name.equals(SAMPLE)) {
                faults.add(
                        secret.path
                                + ": require_pass has "
                                + name
                                + ", but data/secret may depend on sample alone.");
            }
        }
        Map<String, Config> earlier = new LinkedHashMap<>();
        for (Config group : groups) {
            for (String name : group.requires) {
                Config required = earlier.get(name);
                if (required == null && !name.equals(SAMPLE)) {
                    faults.add(
                            group.path
                                    + ": require_pass has "
                                    + name
                                    + ", which is no group that comes before it: write its path"
                                    + " below data, for example secret/1.");
                } else if (required != null && !required.allOrNothing()) {
                    faults.add(
                            group.path
                                    + ": require_pass has "
                                    + name
                                    + ", whose score_aggregation is "
                                    + required.aggregation
                                    + ", not pass-fail.");
                }
            }
            earlier.put(group.name, group);
        }
        boolean asked =
                secret.requires.contains(SAMPLE)
                        || groups.stream().anyMatch(g -> g.requires.contains(SAMPLE));
        if (asked && !sample) {
            faults.add(
                    "data/secret: require_pass has sample, but there are no samples: remove it.");
        }
    }

    private static Group whole(Config secret) {
        return new Group(
                "data",
                null,
                false,
                "first_error",
                false,
                false,
                "sum",
                true,
                "0",
                "0",
                "ignored",
                null,
                null,
                List.of(),
                decimal(secret.max),
                false);
    }

    private static Group sample() {
        return new Group(
                SAMPLE,
                "data",
                false,
                "first_error",
                false,
                false,
                "none",
                true,
                "0",
                "0",
                "ignored",
                null,
                null,
                List.of(),
                null,
                true);
    }

    private static Group rule(Config group, String parent, boolean hasTests) {
        boolean sum = group.aggregation.equals("sum");
        String max = group.max == null ? "0" : group.max.toString();
        String scoreFiles =
                group.allOrNothing() ? "forbidden" : group.max == null ? "required" : "bounded";
        return new Group(
                group.name,
                parent,
                // one failure leaves nothing of the other two
                !sum,
                "first_error",
                false,
                false,
                group.allOrNothing() ? "all" : group.aggregation,
                true,
                sum && hasTests && group.max != null ? max + "/" + group.tests : max,
                "0",
                scoreFiles,
                "0",
                group.max == null ? null : max,
                group.requires,
                decimal(group.max),
                hasTests);
    }

    /** What a submission gets that passes every test; null when a validator says that. */
    private @Nullable BigDecimal full(Config secret, List<Config> groups) {
        if (secret.allOrNothing()) {
            return decimal(secret.max);
        }
        if (groups.isEmpty()) {
            return custom ? null : decimal(secret.max);
        }
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal least = null;
        for (Config group : groups) {
            if (group.max == null || (custom && !group.allOrNothing())) {
                return null;
            }
            BigDecimal max = BigDecimal.valueOf(group.max);
            sum = sum.add(max);
            least = least == null ? max : least.min(max);
        }
        return secret.aggregation.equals("sum") ? sum : least;
    }

    private static @Nullable BigDecimal decimal(@Nullable Integer max) {
        return max == null ? null : BigDecimal.valueOf(max);
    }
}
