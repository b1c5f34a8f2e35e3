/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.Group;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the groups of a scoring package of version legacy, as its default grader grades them. */
final class LegacyGroups {

    private static final String ROOT = "data";
    private static final String FILE = "testdata.yaml";
    private static final Set<String> VERDICT_MODES =
            Set.of("worst_error", "first_error", "always_accept");
    private static final Set<String> SCORE_MODES = Set.of("sum", "avg", "min", "max");
    private static final int DECIMALS = 6;

    private final PackageFiles files;
    private final Scoring scoring;
    private final Faults faults;
    private final Map<String, Config> configs = new HashMap<>();

    /** What a testdata.yaml says; the bounds are null where there are none. */
    private record Config(
            String path,
            boolean breaks,
            String verdict,
            String score,
            boolean ignoresSample,
            boolean acceptedIfAny,
            BigDecimal accepted,
            BigDecimal rejected,
            @Nullable BigDecimal lowest,
            @Nullable BigDecimal highest) {}

    /** The tests and groups that lie directly in a group. */
    private static final class Node {

        private final String name;
        private final List<Node> groups = new ArrayList<>();
        private int tests;

        private Node(String name) {
            this.name = name;
        }
    }

    LegacyGroups(PackageFiles files, Scoring scoring, Faults faults) {
        this.files = files;
        this.scoring = scoring;
        this.faults = faults;
    }

    Grading read(List<ProblemPackage.Test> tests) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        Node root = node(nodes, ROOT);
        for (ProblemPackage.Test test : tests) {
            node(nodes, test.group()).tests++;
        }
        List<Group> groups = new ArrayList<>();
        for (Node node : nodes.values()) {
            groups.add(group(node));
        }
        return new Grading(
                true, most(root), scoring.byValidator() ? null : rounded(full(root)), groups);
    }

    /** Groups come where the first of their tests comes, each after the one around it. */
    private static Node node(Map<String, Node> nodes, String name) {
        Node known = nodes.get(name);
        if (known != null) {
            return known;
        }
        Node outer = name.equals(ROOT) ? null : node(nodes, parent(name));
        Node made = new Node(name);
        nodes.put(name, made);
        if (outer != null) {
            outer.groups.add(made);
        }
        return made;
    }

    private static String parent(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? ROOT : name.substring(0, slash);
    }

    private Group group(Node node) {
        Config config = config(node.name);
        boolean root = node.name.equals(ROOT);
        if (!scoring.byValidator()) {
            within(node, config);
        }
        return new Group(
                node.name,
                root ? null : parent(node.name),
                config.breaks,
                config.verdict,
                config.acceptedIfAny,
                root && config.ignoresSample,
                config.score,
                // the format looks at the score of what was accepted alone
                false,
                config.accepted.toPlainString(),
                config.rejected.toPlainString(),
                scoring.byValidator() ? "free" : "ignored",
                config.lowest == null ? null : config.lowest.toPlainString(),
                config.highest == null ? null : config.highest.toPlainString(),
                List.of(),
                most(node),
                scoring.showGroups() && node.tests > 0);
    }

    /** The highest score that can be told beforehand. */
    private @Nullable BigDecimal most(Node node) {
        return scoring.byValidator() ? config(node.name).highest : rounded(full(node));
    }

    private void within(Node node, Config config) {
        BigDecimal full = full(node).setScale(DECIMALS, RoundingMode.HALF_UP);
        if ((config.lowest != null && full.compareTo(config.lowest) < 0)
                || (config.highest != null && full.compareTo(config.highest) > 0)) {
            faults.add(
                    config.path
                            + ": a submission that passes every test of "
                            + (node.name.equals(ROOT) ? ROOT : "data/" + node.name)
                            + " gets "
                            + rounded(full).toPlainString()
                            + " points, outside of its range: correct range or accept_score.");
        }
    }

    /** What a submission gets that passes every test. */
    private BigDecimal full(Node node) {
        Config config = config(node.name);
        List<BigDecimal> scores = new ArrayList<>();
        for (int i = 0; i < node.tests; i++) {
            scores.add(config.accepted);
        }
        for (Node inner : node.groups) {
            scores.add(full(inner));
        }
        if (scores.isEmpty()) {
            return BigDecimal.ZERO;
        }
        if (node.name.equals(ROOT) && config.ignoresSample) {
            return scores.getLast();
        }
        BigDecimal sum = scores.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        return switch (config.score) {
            case "avg" -> sum.divide(BigDecimal.valueOf(scores.size()), MathContext.DECIMAL128);
            case "min" -> scores.stream().reduce(BigDecimal::min).orElse(sum);
            case "max" -> scores.stream().reduce(BigDecimal::max).orElse(sum);
            default -> sum;
        };
    }

    private static BigDecimal rounded(BigDecimal score) {
        BigDecimal rounded = score.setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    /** Of the nearest folder that has a file; it is read whole, nothing is mixed. */
    private Config config(String name) {
        String folder = name.equals(ROOT) ? ROOT : ROOT + "/" + name;
        while (files.get(folder + "/" + FILE) == null && !folder.equals(ROOT)) {
            folder = folder.substring(0, folder.lastIndexOf('/'));
        }
        Config known = configs.get(folder);
        if (known == null) {
            known = read(folder);
            configs.put(folder, known);
        }
        return known;
    }

    private Config read(String folder) {
        YamlFile yaml = YamlFile.read(files, folder + "/" + FILE, faults);
        String grading = yaml.text("grading");
        if (grading != null && !grading.equals("default")) {
            faults.add(yaml.path() + " has custom grading: graders are not supported.");
        }
        String onReject = yaml.text("on_reject");
        if (onReject != null && !onReject.equals("break") && !onReject.equals("continue")) {
            faults.add(
                    yaml.path()
                            + " has the unknown on_reject "
                            + onReject
                            + ": write break or continue.");
        }
        boolean breaks = !"continue".equals(onReject);
        String verdict = "worst_error";
        String score = "sum";
        boolean ignoresSample = false;
        boolean acceptedIfAny = false;
        for (String flag : ValidatorFlags.split(yaml.text("grader_flags"))) {
            if (VERDICT_MODES.contains(flag)) {
                verdict = flag;
            } else if (SCORE_MODES.contains(flag)) {
                score = flag;
            } else if (flag.equals("accept_if_any_accepted")) {
                acceptedIfAny = true;
            } else if (flag.equals("ignore_sample")) {
                ignoresSample = true;
                ignoringSample(yaml.path(), folder, breaks);
            } else {
                faults.add(
                        yaml.path()
                                + " has the unknown grader flag "
                                + flag
                                + ": the default grader knows worst_error, first_error,"
                                + " always_accept, sum, avg, min, max, ignore_sample and"
                                + " accept_if_any_accepted.");
            }
        }
        BigDecimal accepted = yaml.number("accept_score");
        BigDecimal rejected = yaml.number("reject_score");
        List<String> range = ValidatorFlags.split(yaml.text("range"));
        BigDecimal lowest = null;
        BigDecimal highest = null;
        if (!range.isEmpty()) {
            lowest = YamlFile.plainNumber(range.getFirst());
            highest = YamlFile.plainNumber(range.getLast());
            boolean well =
                    range.size() == 2
                            && (lowest != null || range.getFirst().equals("-inf"))
                            && (highest != null || range.getLast().matches("\\+?inf"))
                            && (lowest == null
                                    || highest == null
                                    || lowest.compareTo(highest) <= 0);
            if (!well) {
                faults.add(
                        yaml.path()
                                + ": range must be two numbers, the lower one first, for example 0"
                                + " 100; -inf and inf may stand for no bound.");
                lowest = null;
                highest = null;
            }
        }
        return new Config(
                yaml.path(),
                breaks,
                verdict,
                score,
                ignoresSample,
                acceptedIfAny,
                accepted == null ? BigDecimal.ONE : accepted,
                rejected == null ? BigDecimal.ZERO : rejected,
                lowest,
                highest);
    }

    private void ignoringSample(String path, String folder, boolean breaks) {
        if (!folder.equals(ROOT)) {
            faults.add(
                    path
                            + " has the grader flag ignore_sample, which belongs into"
                            + " data/testdata.yaml alone: remove it.");
        } else if (breaks) {
            faults.add(
                    path
                            + " has the grader flag ignore_sample, but a failed sample would end the"
                            + " judging: write on_reject: continue.");
        }
    }
}
