/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gretlab.api.problem.pack.ProblemPackage.ExampleSubmission;
import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.Group;
import dev.gretlab.api.problem.pack.ProblemPackage.ScoreClaim;
import dev.gretlab.api.problem.pack.ProblemPackage.TestClaim;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scoring packages of both versions: what is read of them, and what is refused and how. */
@Tag("unit")
class ScoringPackageTests {

    private static final String VALIDATOR = "import sys\nsys.exit(42)\n";

    /** A package of the newer version with no groups yet. */
    private static PackageZip scoring() {
        return PackageZip.current().and("problem.yaml", "type: scoring\n");
    }

    /** The same with two groups: 40 points or nothing, and three tests worth 60 together. */
    static PackageZip groups() {
        PackageZip zip = scoring();
        for (String test : List.of("01", "02")) {
            zip.without("data/secret/" + test + ".in").without("data/secret/" + test + ".ans");
        }
        for (String test : List.of("1/a", "1/b", "2/a", "2/b", "2/deep/c")) {
            zip.with("data/secret/" + test + ".in", "1 1\n")
                    .with("data/secret/" + test + ".ans", "2\n");
        }
        return zip.with("data/secret/1/test_group.yaml", "max_score: 40\n")
                .with(
                        "data/secret/2/test_group.yaml",
                        "max_score: 60\nscore_aggregation: sum\nrequire_pass: [sample, secret/1]\n");
    }

    private static PackageZip custom(PackageZip zip) {
        return zip.with("output_validator/validate.py", VALIDATOR);
    }

    /** A legacy package with two groups below secret. */
    private static PackageZip legacy() {
        PackageZip zip =
                PackageZip.legacy()
                        .and(
                                "problem.yaml",
                                "type: scoring\ngrading: {objective: max, show_test_data_groups: true}\n")
                        .with(
                                "data/testdata.yaml",
                                "on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n")
                        .with(
                                "data/secret/testdata.yaml",
                                "on_reject: continue\ngrader_flags: first_error accept_if_any_accepted\n")
                        .with(
                                "data/secret/1/testdata.yaml",
                                "accept_score: 30\ngrader_flags: min\n")
                        .with(
                                "data/secret/2/testdata.yaml",
                                "accept_score: 23.5\nreject_score: -1\n");
        for (String test : List.of("01", "02")) {
            zip.without("data/secret/" + test + ".in").without("data/secret/" + test + ".ans");
        }
        for (String test : List.of("1/a", "1/b", "2/a", "2/b")) {
            zip.with("data/secret/" + test + ".in", "1 1\n")
                    .with("data/secret/" + test + ".ans", "2\n");
        }
        return zip;
    }

    private static Grading grading(PackageZip zip) {
        return Objects.requireNonNull(zip.accepted().grading());
    }

    private static Group group(Grading grading, String name) {
        return grading.groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void passFailProblemsHaveNoGrading() {
        assertThat(PackageZip.current().accepted().grading()).isNull();
        assertThat(PackageZip.legacy().accepted().grading()).isNull();
    }

    // 2025-09

    @Test
    void readsGroups() {
        Grading grading = grading(groups());
        assertThat(grading.maxScore()).isEqualByComparingTo("100");
        assertThat(grading.fullScore()).isEqualByComparingTo("100");
        assertThat(grading.groups())
                .extracting(
                        Group::name,
                        Group::parent,
                        Group::breaks,
                        Group::score,
                        Group::accepted,
                        Group::scoreFiles,
                        Group::highest,
                        Group::requires,
                        Group::shown)
                .containsExactly(
                        tuple("data", null, false, "sum", "0", "ignored", null, List.of(), false),
                        tuple(
                                "sample", "data", false, "none", "0", "ignored", null, List.of(),
                                true),
                        tuple(
                                "secret", "data", false, "sum", "100", "bounded", "100", List.of(),
                                false),
                        tuple(
                                "secret/1",
                                "secret",
                                true,
                                "all",
                                "40",
                                "forbidden",
                                "40",
                                List.of(),
                                true),
                        tuple(
                                "secret/2",
                                "secret",
                                false,
                                "sum",
                                "60/3",
                                "bounded",
                                "60",
                                List.of("sample", "secret/1"),
                                true));
        assertThat(groups().accepted().tests())
                .extracting(ProblemPackage.Test::group)
                .containsExactly(
                        "sample", "secret/1", "secret/1", "secret/2", "secret/2", "secret/2");
    }

    @Test
    void testsWithoutGroupsShareAHundredPoints() {
        Grading grading = grading(scoring());
        assertThat(group(grading, "secret").accepted()).isEqualTo("100/2");
        assertThat(group(grading, "secret").shown()).isTrue();
        assertThat(grading.fullScore()).isEqualByComparingTo("100");
    }

    @Test
    void theLowestOfAllMayCount() {
        PackageZip zip =
                scoring()
                        .with(
                                "data/secret/test_group.yaml",
                                "score_aggregation: min\nmax_score: 7\n");
        Group secret = group(grading(zip), "secret");
        assertThat(secret.score()).isEqualTo("min");
        assertThat(secret.accepted()).isEqualTo("7");
        assertThat(secret.breaks()).isTrue();
        assertThat(grading(zip).fullScore()).isEqualByComparingTo("7");
        assertThat(grading(custom(zip)).fullScore()).as("the validator says").isNull();
    }

    @Test
    void pointsWithoutABoundAreTheValidatorsToSay() {
        PackageZip zip =
                custom(scoring()).with("data/secret/test_group.yaml", "max_score: unbounded\n");
        Grading grading = grading(zip);
        assertThat(grading.maxScore()).isNull();
        assertThat(group(grading, "secret").scoreFiles()).isEqualTo("required");
        assertThat(group(grading, "secret").highest()).isNull();
    }

    @Test
    void pointsThatNobodyCanReachAreNoted() {
        assertThat(
                        groups().with("data/secret/1/test_group.yaml", "max_score: 10\n")
                                .accepted()
                                .notes())
                .singleElement()
                .asString()
                .contains("70 together", "100 of all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "secret/1 | max_score: 60 | data/secret: the max_score of its groups are 120 together",
                "secret/1 | max_score: -1 | data/secret/1/test_group.yaml: max_score must be a whole number",
                "secret/1 | max_score: 2.5 | data/secret/1/test_group.yaml: max_score must be a whole number",
                "secret/1 | score_aggregation: pass-fail | data/secret/1/test_group.yaml gives no max_score",
                "secret/1 | {max_score: 40, score_aggregation: avg} | data/secret/1/test_group.yaml has the unknown score_aggregation avg",
                "secret/1 | {max_score: 40, require_pass: secret/2} | data/secret/1/test_group.yaml: require_pass has secret/2, which is no group that comes before",
                "secret/1 | {max_score: 40, require_pass: secret/1} | data/secret/1/test_group.yaml: require_pass has secret/1, which is no group that comes before",
                "secret/2 | {max_score: 60, require_pass: group1} | data/secret/2/test_group.yaml: require_pass has group1",
                "secret/1 | {max_score: 40, score_aggregation: min} | data/secret/2/test_group.yaml: require_pass has secret/1, whose score_aggregation is min",
                "secret/1 | {max_score: 40, static_validation_score: 5} | data/secret/1/test_group.yaml has static_validation_score",
                "secret/1 | {max_score: 40, static_validator_args: [a]} | data/secret/1/test_group.yaml has static_validator_args",
                "secret/1 | {max_score: 40, points: 3} | data/secret/1/test_group.yaml has the unknown key points",
                "secret | score_aggregation: pass-fail | data/secret/2/test_group.yaml has score_aggregation sum, but data/secret is pass-fail",
                "secret | {score_aggregation: min, max_score: 50} | data/secret/2/test_group.yaml: max_score is 60, more than the 50",
                "secret | require_pass: secret/1 | data/secret/test_group.yaml: require_pass has secret/1, but data/secret may depend on sample alone",
                "sample | max_score: 5 | data/sample/test_group.yaml has max_score, but samples give no points",
                "sample | score_aggregation: sum | data/sample/test_group.yaml has score_aggregation, but samples give no points",
                "sample | require_pass: secret/1 | data/sample/test_group.yaml has require_pass, but samples give no points",
                "secret/3 | max_score: 0 | data/secret/3 is a group without tests",
            })
    void refusesGroupsThatCannotBeGraded(String group, String yaml, String fault) {
        assertThat(groups().with("data/" + group + "/test_group.yaml", yaml + "\n").faults())
                .singleElement()
                .satisfies(f -> assertThat(f).contains(fault));
    }

    @Test
    void refusesPointsWithoutABoundWhereNobodySaysThem() {
        String unbounded = "max_score: unbounded\n";
        assertThat(scoring().with("data/secret/test_group.yaml", unbounded).faults())
                .singleElement()
                .asString()
                .contains("data/secret/test_group.yaml", "a validator must say");
        assertThat(
                        custom(groups())
                                .with("data/secret/test_group.yaml", unbounded)
                                .with("data/secret/1/test_group.yaml", unbounded)
                                .with("data/secret/2/test_group.yaml", unbounded)
                                .faults())
                .hasSize(2)
                .allSatisfy(f -> assertThat(f).contains("pass-fail gives all of them or none"));
    }

    @Test
    void refusesToRequireSamplesThatAreNotThere() {
        assertThat(groups().without("data/sample/1.in").without("data/sample/1.ans").faults())
                .singleElement()
                .asString()
                .contains("require_pass has sample, but there are no samples");
    }

    @Test
    void refusesTwoTypesAtOnce() {
        assertThat(
                        PackageZip.current()
                                .and("problem.yaml", "type: [pass-fail, scoring]\n")
                                .faults())
                .singleElement()
                .asString()
                .contains("problem.yaml", "pass-fail and scoring: choose one");
    }

    // scores that example submissions claim

    @Test
    void submissionsClaimScores() {
        List<ExampleSubmission> submissions =
                groups().with("submissions/rejected/a.py", "")
                        .with("submissions/rejected/b.py", "")
                        .with("submissions/rejected/c.py", "")
                        .with(
                                "submissions/submissions.yaml",
                                """
                                rejected/a.py: {score: 40}
                                "rejected/{a,b}.py": {score: [20, 80.5]}
                                """)
                        .accepted()
                        .submissions();
        assertThat(submissions)
                .extracting(ExampleSubmission::path, ExampleSubmission::score)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        tuple("accepted/sum.py", claim("100", "100")),
                        tuple("rejected/a.py", claim("40", "40")),
                        tuple("rejected/b.py", claim("20", "80.5")),
                        tuple("rejected/c.py", null));
        assertThat(custom(groups()).accepted().submissions().getFirst().score()).isNull();
    }

    @Test
    void submissionsClaimScoresOfGroups() {
        ExampleSubmission submission =
                groups().with("submissions/rejected/a.py", "")
                        .with(
                                "submissions/submissions.yaml",
                                """
                                rejected/a.py:
                                  secret: {score: [40, 60]}
                                  secret/1: {score: 40, permitted: [AC]}
                                """)
                        .accepted()
                        .submissions()
                        .getLast();
        assertThat(submission.claims())
                .extracting(
                        TestClaim::name,
                        TestClaim::permitted,
                        TestClaim::scoreGroups,
                        TestClaim::score)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        tuple("secret", null, List.of("secret"), claim("40", "60")),
                        tuple(
                                "secret/1",
                                List.of("accepted"),
                                List.of("secret/1"),
                                claim("40", "40")));
        for (String nothing : List.of("sample", "secret/1/*")) {
            assertThat(
                            groups().with(
                                            "submissions/submissions.yaml",
                                            "accepted/*: {" + nothing + ": {score: 0}}\n")
                                    .faults())
                    .singleElement()
                    .asString()
                    .contains(
                            "score for accepted/*, " + nothing, "no such group that gives points");
        }
    }

    private static ScoreClaim claim(String lowest, String highest) {
        return new ScoreClaim(new BigDecimal(lowest), new BigDecimal(highest));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "accepted/*: {score: high} | score for accepted/* must be a number",
                "accepted/*: {score: [3, 2]} | score for accepted/* must be a number",
                "accepted/*: {score: [1, 2, 3]} | score for accepted/* must be a number",
                "accepted/*: {score: []} | score for accepted/* must be a number",
                "accepted/*: {score: 40} | no score is left that could be right",
            })
    void refusesScoresThatMeanNothing(String yaml, String fault) {
        assertThat(groups().with("submissions/submissions.yaml", yaml + "\n").faults())
                .singleElement()
                .satisfies(f -> assertThat(f).contains("submissions", fault));
    }

    // legacy

    @Test
    void readsLegacyGroups() {
        Grading grading = grading(legacy());
        assertThat(grading.maxScore()).isEqualByComparingTo("77");
        assertThat(grading.groups())
                .extracting(
                        Group::name,
                        Group::parent,
                        Group::breaks,
                        Group::verdict,
                        Group::acceptedIfAny,
                        Group::ignoresSample,
                        Group::score,
                        Group::accepted,
                        Group::rejected)
                .containsExactly(
                        tuple("data", null, false, "worst_error", false, true, "sum", "1", "0"),
                        tuple(
                                "sample",
                                "data",
                                false,
                                "worst_error",
                                false,
                                false,
                                "sum",
                                "1",
                                "0"),
                        tuple("secret", "data", false, "first_error", true, false, "sum", "1", "0"),
                        tuple(
                                "secret/1",
                                "secret",
                                true,
                                "worst_error",
                                false,
                                false,
                                "min",
                                "30",
                                "0"),
                        tuple(
                                "secret/2",
                                "secret",
                                true,
                                "worst_error",
                                false,
                                false,
                                "sum",
                                "23.5",
                                "-1"));
        assertThat(grading.groups()).noneMatch(Group::scoredIfRejected);
        assertThat(group(grading, "secret/1").maxScore()).isEqualByComparingTo("30");
        assertThat(group(grading, "secret/2").maxScore()).isEqualByComparingTo("47");
        assertThat(group(grading, "secret/2").shown()).isTrue();
        assertThat(group(grading, "secret").shown()).as("it has no tests of its own").isFalse();
        assertThat(group(grading, "secret").highest()).as("its file has no range").isNull();
        assertThat(group(grading, "sample").highest()).as("of data/testdata.yaml").isEqualTo("100");
    }

    @Test
    void groupsAreShownWhereThePackageSaysSo() {
        Grading grading =
                grading(legacy().with("problem.yaml", "name: Sum of two\ntype: scoring\n"));
        assertThat(grading.groups()).noneMatch(Group::shown);
    }

    @Test
    void aLegacyValidatorGivesPointsWhereItIsSaid() {
        PackageZip zip = legacy().with("output_validators/validate.py", VALIDATOR);
        assertThat(grading(zip.and("problem.yaml", "validation: custom\n")).groups())
                .allSatisfy(group -> assertThat(group.scoreFiles()).isEqualTo("ignored"));
        Grading byValidator =
                grading(
                        legacy().with("output_validators/validate.py", VALIDATOR)
                                .and("problem.yaml", "validation: custom score\n"));
        assertThat(byValidator.groups())
                .allSatisfy(group -> assertThat(group.scoreFiles()).isEqualTo("free"));
        assertThat(byValidator.maxScore()).as("its range").isEqualByComparingTo("100");
        assertThat(byValidator.fullScore()).isNull();
    }

    @Test
    void legacySubmissionsMayBePartiallyAccepted() {
        assertThat(
                        legacy().with("submissions/partially_accepted/half.py", "")
                                .accepted()
                                .submissions())
                .extracting(
                        ExampleSubmission::path,
                        ExampleSubmission::expected,
                        ExampleSubmission::score)
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(
                        tuple("accepted/sum.py", List.of("accepted"), claim("77", "77")),
                        tuple(
                                "partially_accepted/half.py",
                                List.of("accepted"),
                                new ScoreClaim(null, new BigDecimal("76.999999"))));
        for (PackageZip zip : List.of(PackageZip.legacy(), PackageZip.current(), groups())) {
            assertThat(zip.with("submissions/partially_accepted/a.py", "").faults())
                    .anySatisfy(f ->
                            assertThat(f)
                                    .contains(
                                            "submissions/partially_accepted/a.py",
                                            "only scoring problems of version legacy"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "data/secret/1 | on_reject: stop | data/secret/1/testdata.yaml has the unknown on_reject stop",
                "data/secret/1 | grading: custom | data/secret/1/testdata.yaml has custom grading",
                "data/secret/1 | grader_flags: median | data/secret/1/testdata.yaml has the unknown grader flag median",
                "data/secret/1 | grader_flags: ignore_sample | ignore_sample, which belongs into data/testdata.yaml alone",
                "data | grader_flags: ignore_sample | data/testdata.yaml has the grader flag ignore_sample, but a failed sample would end",
                "data/secret/1 | accept_score: much | data/secret/1/testdata.yaml: accept_score must be a number",
                "data/secret/1 | reject_score: .inf | data/secret/1/testdata.yaml: reject_score must be a number",
                "data/secret/1 | accept_score: 1e20 | data/secret/1/testdata.yaml: accept_score must be a number",
                "data/secret/1 | range: 0 | data/secret/1/testdata.yaml: range must be two numbers",
                "data/secret/1 | range: 10 0 | data/secret/1/testdata.yaml: range must be two numbers",
                "data/secret/1 | range: 0 lots | data/secret/1/testdata.yaml: range must be two numbers",
                "data/secret/1 | range: inf 5 | data/secret/1/testdata.yaml: range must be two numbers",
                "data/secret/2 | {accept_score: 30, range: 0 40} | passes every test of data/secret/2 gets 60 points, outside of its range",
            })
    void refusesLegacyGroupsThatCannotBeGraded(String folder, String yaml, String fault) {
        assertThat(legacy().with(folder + "/testdata.yaml", yaml + "\n").faults())
                .singleElement()
                .satisfies(f -> assertThat(f).contains(fault));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "type: scoring, grading: {objective: min} | problem.yaml (grading) has objective: min",
                "type: scoring, grading: {objective: most} | problem.yaml (grading) has the unknown objective most",
                "type: scoring, grading: {on_reject: continue} | problem.yaml (grading) has on_reject, which is not supported",
                "type: scoring, grading: {show_test_data_groups: maybe} | show_test_data_groups must be true or false",
                "type: scoring, validation: default score | validation has the word score, which belongs to a validator of the package",
                "type: pass-fail, grading: {objective: max} | problem.yaml has grading, which belongs to scoring problems",
            })
    void refusesWhatALegacyProblemMayNotSayAboutPoints(String yaml, String fault) {
        String lines = yaml.replaceFirst(", ", "\n");
        assertThat(PackageZip.legacy().and("problem.yaml", lines + "\n").faults())
                .singleElement()
                .satisfies(f -> assertThat(f).contains(fault));
    }
}
