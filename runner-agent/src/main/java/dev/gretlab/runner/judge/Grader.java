/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says which tests are run, in which order, and what verdict and score their results come to. Used
 * once.
 */
final class Grader {

    private static final GroupRule FIRST_FAILURE =
            new GroupRule(
                    "data",
                    null,
                    true,
                    GroupRule.Mode.FIRST_ERROR,
                    false,
                    false,
                    GroupRule.Score.NONE,
                    false,
                    Points.ZERO,
                    Points.ZERO,
                    GroupRule.ScoreFiles.IGNORED,
                    null,
                    null,
                    List.of());

    /** Worst first, as the package format orders them. */
    private static final List<Verdict> WORST =
            List.of(
                    Verdict.RUNTIME_ERROR,
                    Verdict.MEMORY_LIMIT,
                    Verdict.TIME_LIMIT,
                    Verdict.OUTPUT_LIMIT,
                    Verdict.WRONG_ANSWER);

    /** Runs one test. */
    interface Trials {
        TestResult judge(TestCase test, GroupRule rule)
                throws JailException, JudgeFailed, ExecCancelled;
    }

    /**
     * What all tests come to.
     *
     * @param cause the test whose verdict it is; null when it is accepted
     * @param groups of every group, in order; empty where tests have no groups
     */
    record Grade(
            Verdict verdict,
            @Nullable Points score,
            @Nullable TestResult cause,
            List<GroupResult> groups) {}

    private sealed interface Part {}

    private record OneTest(TestCase test) implements Part {}

    private record Group(GroupRule rule) implements Part {}

    /** Of one part; the verdict is null when it was not run. */
    private record Outcome(
            @Nullable Verdict verdict, @Nullable Points score, @Nullable TestResult cause) {

        boolean accepted() {
            return verdict == Verdict.ACCEPTED;
        }
    }

    private final Trials trials;
    private final Map<String, GroupRule> rules = new LinkedHashMap<>();
    private final GroupRule whole;
    private final Map<String, List<Part>> parts = new HashMap<>();
    private final Map<String, GroupResult> results = new HashMap<>();
    private final Set<String> accepted = new HashSet<>();

    Grader(Grading grading, List<TestCase> cases, Trials trials) throws JudgeFailed {
        this.trials = trials;
        switch (grading) {
            case Grading.FirstFailure() -> {
                whole = FIRST_FAILURE;
                parts.put(whole.name(), new ArrayList<>());
                for (TestCase test : cases) {
                    part(whole.name(), new OneTest(test));
                }
            }
            case Grading.Groups(List<GroupRule> all) -> {
                if (all.isEmpty() || all.getFirst().parent() != null) {
                    throw new JudgeFailed("the first group is not the whole problem");
                }
                whole = all.getFirst();
                for (GroupRule rule : all) {
                    if (rule.parent() != null && !rules.containsKey(rule.parent())) {
                        throw new JudgeFailed("the group " + rule.name() + " lies in none");
                    }
                    rules.put(rule.name(), rule);
                    parts.put(rule.name(), new ArrayList<>());
                }
                Set<String> placed = new HashSet<>();
                for (TestCase test : cases) {
                    place(test, placed);
                }
            }
        }
    }

    /** Groups come where the first of their tests comes. */
    private void place(TestCase test, Set<String> placed) throws JudgeFailed {
        GroupRule rule = rules.get(test.group());
        if (rule == null) {
            throw new JudgeFailed("there is no group " + test.group() + ", that of a test");
        }
        part(rule.name(), new OneTest(test));
        for (GroupRule inner = rule; inner != null && placed.add(inner.name()); ) {
            GroupRule outer = inner.parent() == null ? null : rules.get(inner.parent());
            if (outer != null) {
                part(outer.name(), new Group(inner));
            }
            inner = outer;
        }
    }

    private void part(String group, Part part) {
        List<Part> ofGroup = parts.get(group);
        if (ofGroup == null) {
            throw new IllegalStateException("every group has a list");
        }
        ofGroup.add(part);
    }

    Grade grade() throws JailException, JudgeFailed, ExecCancelled {
        Outcome outcome = group(whole);
        Verdict verdict = outcome.verdict();
        if (verdict == null) {
            throw new JudgeFailed("none of the tests was run");
        }
        List<GroupResult> groups = new ArrayList<>();
        for (GroupRule rule : rules.values()) {
            GroupResult result = results.get(rule.name());
            groups.add(result == null ? notRun(rule) : result);
        }
        return new Grade(verdict, outcome.score(), outcome.cause(), groups);
    }

    private Outcome group(GroupRule rule) throws JailException, JudgeFailed, ExecCancelled {
        Outcome outcome =
                accepted.containsAll(rule.requires())
                        ? run(rule)
                        : new Outcome(null, notRun(rule).score(), null);
        results.put(rule.name(), new GroupResult(rule.name(), outcome.verdict(), outcome.score()));
        if (outcome.accepted()) {
            accepted.add(rule.name());
        }
        return outcome;
    }

    private static GroupResult notRun(GroupRule rule) {
        return new GroupResult(
                rule.name(), null, rule.score() == GroupRule.Score.NONE ? null : Points.ZERO);
    }

    private Outcome run(GroupRule rule) throws JailException, JudgeFailed, ExecCancelled {
        List<Outcome> outcomes = new ArrayList<>();
        for (Part part : parts.getOrDefault(rule.name(), List.of())) {
            Outcome outcome =
                    switch (part) {
                        case OneTest(TestCase test) -> outcome(trials.judge(test, rule));
                        case Group(GroupRule inner) -> group(inner);
                    };
            outcomes.add(outcome);
            if (rule.breaks() && !outcome.accepted()) {
                break;
            }
        }
        if (outcomes.isEmpty()) {
            throw new JudgeFailed("the group " + rule.name() + " has no tests");
        }
        if (rule.ignoresSample()) {
            outcomes = List.of(outcomes.getLast());
        }
        Outcome verdict = verdict(rule, outcomes);
        return new Outcome(
                verdict.verdict(), score(rule, verdict.accepted(), outcomes), verdict.cause());
    }

    private static Outcome outcome(TestResult result) {
        return new Outcome(
                result.verdict(),
                result.score(),
                result.verdict() == Verdict.ACCEPTED ? null : result);
    }

    private static Outcome verdict(GroupRule rule, List<Outcome> outcomes) {
        boolean good =
                rule.verdict() == GroupRule.Mode.ALWAYS_ACCEPT
                        || (rule.acceptedIfAny() && outcomes.stream().anyMatch(Outcome::accepted))
                        || outcomes.stream().allMatch(Outcome::accepted);
        if (good) {
            return new Outcome(Verdict.ACCEPTED, null, null);
        }
        // what was not run has no verdict: that it was not is the fault of a group before it
        var errors =
                outcomes.stream()
                        .filter(outcome -> !outcome.accepted() && outcome.verdict() != null);
        return (rule.verdict() == GroupRule.Mode.FIRST_ERROR
                        ? errors.findFirst()
                        : errors.min(
                                Comparator.comparingInt(
                                        outcome -> WORST.indexOf(outcome.verdict()))))
                .orElse(new Outcome(null, null, null));
    }

    private static @Nullable Points score(GroupRule rule, boolean accepted, List<Outcome> outcomes)
            throws JudgeFailed {
        if (rule.score() == GroupRule.Score.NONE) {
            return null;
        }
        if (!accepted && !rule.scoredIfRejected()) {
            return Points.ZERO;
        }
        List<Points> scores = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome.score() != null) {
                scores.add(outcome.score());
            }
        }
        Points sum = scores.stream().reduce(Points.ZERO, Points::plus);
        Points score =
                switch (rule.score()) {
                    case NONE -> throw new IllegalStateException("it was asked for above");
                    case ALL -> accepted ? rule.accepted() : Points.ZERO;
                    case SUM -> sum;
                    case AVG -> scores.isEmpty() ? sum : sum.dividedBy(scores.size());
                    case MIN -> scores.stream().min(Comparator.naturalOrder()).orElse(sum);
                    case MAX -> scores.stream().max(Comparator.naturalOrder()).orElse(sum);
                };
        Points lowest = rule.lowest();
        Points highest = rule.highest();
        if ((lowest != null && score.compareTo(lowest) < 0)
                || (highest != null && score.compareTo(highest) > 0)) {
            throw new JudgeFailed(
                    "the score of "
                            + rule.name()
                            + " is "
                            + score
                            + ", outside of what the package allows ("
                            + (lowest == null ? "-inf" : lowest)
                            + " to "
                            + (highest == null ? "inf" : highest)
                            + ")");
        }
        return score;
    }
}
