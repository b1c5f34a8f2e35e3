/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What verdicts of tests come to, told by tables of verdicts. */
@Tag("unit")
class GraderTests {

    /** A, W, T, M, O and R: the verdict of each test in order. */
    private static final Map<Character, Verdict> LETTERS =
            Map.of(
                    'A', Verdict.ACCEPTED,
                    'W', Verdict.WRONG_ANSWER,
                    'T', Verdict.TIME_LIMIT,
                    'M', Verdict.MEMORY_LIMIT,
                    'O', Verdict.OUTPUT_LIMIT,
                    'R', Verdict.RUNTIME_ERROR);

    private final List<Integer> ran = new ArrayList<>();

    /** A rule that is changed where a test needs it. */
    private record Rule(
            String name,
            @Nullable String parent,
            boolean breaks,
            GroupRule.Mode verdict,
            boolean acceptedIfAny,
            boolean ignoresSample,
            GroupRule.Score score,
            boolean scoredIfRejected,
            String accepted,
            String rejected,
            @Nullable String highest,
            List<String> requires) {

        static Rule of(String name, @Nullable String parent) {
            return new Rule(
                    name,
                    parent,
                    false,
                    GroupRule.Mode.FIRST_ERROR,
                    false,
                    false,
                    GroupRule.Score.SUM,
                    true,
                    "1",
                    "0",
                    null,
                    List.of());
        }

        Rule breaking() {
            return new Rule(
                    name,
                    parent,
                    true,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    accepted,
                    rejected,
                    highest,
                    requires);
        }

        Rule by(GroupRule.Mode mode) {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    mode,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    accepted,
                    rejected,
                    highest,
                    requires);
        }

        Rule ifAny() {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    true,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    accepted,
                    rejected,
                    highest,
                    requires);
        }

        Rule ignoringSample() {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    true,
                    score,
                    scoredIfRejected,
                    accepted,
                    rejected,
                    highest,
                    requires);
        }

        Rule scoring(GroupRule.Score mode, String points) {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    mode,
                    scoredIfRejected,
                    points,
                    rejected,
                    highest,
                    requires);
        }

        Rule nothingIfRejected() {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    false,
                    accepted,
                    rejected,
                    highest,
                    requires);
        }

        Rule rejectedGives(String points) {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    accepted,
                    points,
                    highest,
                    requires);
        }

        Rule upTo(String most) {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    accepted,
                    rejected,
                    most,
                    requires);
        }

        Rule requiring(String... groups) {
            return new Rule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    accepted,
                    rejected,
                    highest,
                    List.of(groups));
        }

        GroupRule rule() {
            return new GroupRule(
                    name,
                    parent,
                    breaks,
                    verdict,
                    acceptedIfAny,
                    ignoresSample,
                    score,
                    scoredIfRejected,
                    points(accepted),
                    points(rejected),
                    GroupRule.ScoreFiles.IGNORED,
                    null,
                    highest == null ? null : points(highest),
                    requires);
        }
    }

    private static Points points(String text) {
        return Objects.requireNonNull(Points.parse(text), text);
    }

    private static List<TestCase> tests(String... groups) {
        List<TestCase> tests = new ArrayList<>();
        for (String group : groups) {
            tests.add(
                    new TestCase(
                            tests.size() + 1,
                            group,
                            group.equals("sample"),
                            "input",
                            "answer",
                            List.of()));
        }
        return tests;
    }

    private Grader.Grade grade(Grading grading, List<TestCase> tests, String verdicts)
            throws Exception {
        return new Grader(
                        grading,
                        tests,
                        (test, rule) -> {
                            ran.add(test.number());
                            Verdict verdict =
                                    Objects.requireNonNull(
                                            LETTERS.get(verdicts.charAt(test.number() - 1)));
                            return new TestResult(
                                    test,
                                    verdict,
                                    Facts.NONE,
                                    new byte[0],
                                    false,
                                    new byte[0],
                                    null,
                                    null,
                                    ScoreWord.NONE.points(
                                            rule, verdict == Verdict.ACCEPTED, test.number()));
                        })
                .grade();
    }

    private static Grading groups(Rule... rules) {
        return new Grading.Groups(java.util.Arrays.stream(rules).map(Rule::rule).toList());
    }

    private static String told(Grader.Grade grade) {
        Points score = grade.score();
        StringBuilder told = new StringBuilder(grade.verdict() + " " + score);
        for (GroupResult group : grade.groups()) {
            told.append(", ").append(group.name()).append(' ');
            told.append(group.verdict()).append(' ').append(group.score());
        }
        return told.toString();
    }

    @Test
    void withoutGroupsTheFirstFailureEndsIt() throws Exception {
        Grader.Grade grade =
                grade(new Grading.FirstFailure(), tests("sample", "secret", "secret"), "ARA");
        assertThat(told(grade)).isEqualTo("RUNTIME_ERROR null");
        assertThat(Objects.requireNonNull(grade.cause()).test().number()).isEqualTo(2);
        assertThat(ran).containsExactly(1, 2);
    }

    /**
     * As a package of the newer format is stored: two groups worth 40 and 60, the second by thirds.
     */
    private static Grading newer() {
        return groups(
                Rule.of("data", null),
                Rule.of("sample", "data").scoring(GroupRule.Score.NONE, "0"),
                Rule.of("secret", "data").upTo("100"),
                Rule.of("secret/1", "secret").breaking().scoring(GroupRule.Score.ALL, "40"),
                Rule.of("secret/2", "secret").scoring(GroupRule.Score.SUM, "60/3"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AAAAAA | ACCEPTED 100     | ACCEPTED 40     | ACCEPTED 60     | 1 2 3 4 5 6",
                "WAAAAA | WRONG_ANSWER 100 | ACCEPTED 40     | ACCEPTED 60     | 1 2 3 4 5 6",
                "ATAAAA | TIME_LIMIT 60    | TIME_LIMIT 0    | ACCEPTED 60     | 1 2 4 5 6",
                "AAWARA | WRONG_ANSWER 40  | WRONG_ANSWER 0  | RUNTIME_ERROR 40 | 1 2 3 4 5 6",
                "AAATWA | TIME_LIMIT 60    | ACCEPTED 40     | TIME_LIMIT 20   | 1 2 3 4 5 6",
                "WRRRRR | WRONG_ANSWER 0   | RUNTIME_ERROR 0 | RUNTIME_ERROR 0 | 1 2 4 5 6",
            })
    void aGroupOfAllOrNothingStopsAndASumGoesOn(
            String verdicts, String whole, String first, String second, String order)
            throws Exception {
        Grader.Grade grade =
                grade(
                        newer(),
                        tests("sample", "secret/1", "secret/1", "secret/2", "secret/2", "secret/2"),
                        verdicts);
        assertThat(grade.verdict() + " " + grade.score()).isEqualTo(whole);
        assertThat(told(grade)).contains("secret/1 " + first + ", secret/2 " + second);
        assertThat(told(grade)).contains("sample " + grade.groups().get(1).verdict() + " null");
        assertThat(ran.stream().map(String::valueOf).toList())
                .containsExactly(order.split(" ", -1));
    }

    @Test
    void whatAGroupRequiresComesFirst() throws Exception {
        Grading grading =
                groups(
                        Rule.of("data", null),
                        Rule.of("sample", "data").scoring(GroupRule.Score.NONE, "0"),
                        Rule.of("secret", "data"),
                        Rule.of("secret/1", "secret")
                                .breaking()
                                .scoring(GroupRule.Score.ALL, "10")
                                .requiring("sample"),
                        Rule.of("secret/2", "secret")
                                .breaking()
                                .scoring(GroupRule.Score.ALL, "20")
                                .requiring("secret/1"),
                        Rule.of("secret/3", "secret")
                                .breaking()
                                .scoring(GroupRule.Score.ALL, "70"));
        List<TestCase> tests = tests("sample", "secret/1", "secret/2", "secret/3");
        assertThat(told(grade(grading, tests, "AWAA")))
                .isEqualTo(
                        "WRONG_ANSWER 70, data WRONG_ANSWER 70, sample ACCEPTED null, secret WRONG_ANSWER"
                                + " 70, secret/1 WRONG_ANSWER 0, secret/2 null 0, secret/3 ACCEPTED 70");
        assertThat(ran).containsExactly(1, 2, 4);
        ran.clear();
        Grader.Grade noSample = grade(grading, tests, "TAAA");
        assertThat(told(noSample))
                .isEqualTo(
                        "TIME_LIMIT 70, data TIME_LIMIT 70, sample TIME_LIMIT null, secret null"
                                + " 70, secret/1 null 0, secret/2 null 0, secret/3 ACCEPTED 70");
        assertThat(Objects.requireNonNull(noSample.cause()).test().number()).isEqualTo(1);
        assertThat(ran).containsExactly(1, 4);
    }

    @ParameterizedTest
    @CsvSource({
        "WORST_ERROR,  WTR, RUNTIME_ERROR",
        "WORST_ERROR,  WOT, TIME_LIMIT",
        "WORST_ERROR,  OMW, MEMORY_LIMIT",
        "WORST_ERROR,  AWO, OUTPUT_LIMIT",
        "WORST_ERROR,  AAA, ACCEPTED",
        "FIRST_ERROR,  AWR, WRONG_ANSWER",
        "ALWAYS_ACCEPT, WWW, ACCEPTED",
    })
    void verdictsAreAggregated(GroupRule.Mode mode, String verdicts, Verdict expected)
            throws Exception {
        Grader.Grade grade =
                grade(
                        groups(Rule.of("data", null).by(mode)),
                        tests("data", "data", "data"),
                        verdicts);
        assertThat(grade.verdict()).isEqualTo(expected);
        assertThat(ran).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "SUM, AAW, 5",
        "AVG, AAW, 5/3",
        "MIN, AAW, 1",
        "MAX, WAW, 2",
        "MAX, WWW, 1",
        "ALL, AAA, 2",
        "ALL, AAW, 0",
    })
    void scoresAreAggregated(GroupRule.Score mode, String verdicts, String expected)
            throws Exception {
        Grader.Grade grade =
                grade(
                        groups(Rule.of("data", null).scoring(mode, "2").rejectedGives("1")),
                        tests("data", "data", "data"),
                        verdicts);
        assertThat(grade.score()).isEqualTo(points(expected));
    }

    @Test
    void aRejectedGroupOfALegacyPackageGivesNothing() throws Exception {
        Rule group = Rule.of("data", null).rejectedGives("7").nothingIfRejected();
        assertThat(told(grade(groups(group), tests("data", "data"), "AW")))
                .isEqualTo("WRONG_ANSWER 0, data WRONG_ANSWER 0");
        assertThat(told(grade(groups(group.ifAny()), tests("data", "data"), "AW")))
                .isEqualTo("ACCEPTED 8, data ACCEPTED 8");
        assertThat(told(grade(groups(group.ifAny()), tests("data", "data"), "TW")))
                .isEqualTo("TIME_LIMIT 0, data TIME_LIMIT 0");
    }

    @Test
    void theSampleIsIgnoredWhereThePackageSaysSo() throws Exception {
        Grading grading =
                groups(
                        Rule.of("data", null).ignoringSample(),
                        Rule.of("sample", "data"),
                        Rule.of("secret", "data"));
        assertThat(told(grade(grading, tests("sample", "secret", "secret"), "WAA")))
                .isEqualTo("ACCEPTED 2, data ACCEPTED 2, sample WRONG_ANSWER 0, secret ACCEPTED 2");
    }

    @Test
    void groupsAndTestsOfOneFolderComeInTheirOrder() throws Exception {
        Grading grading =
                groups(
                        Rule.of("data", null),
                        Rule.of("secret", "data").breaking(),
                        Rule.of("secret/b", "secret").breaking(),
                        Rule.of("secret/d", "secret"));
        // secret/a.in, secret/b/1.in, secret/b/2.in, secret/c.in, secret/d/1.in
        List<TestCase> tests = tests("secret", "secret/b", "secret/b", "secret", "secret/d");
        assertThat(told(grade(grading, tests, "AWAAA")))
                .isEqualTo(
                        "WRONG_ANSWER 1, data WRONG_ANSWER 1, secret WRONG_ANSWER 1, secret/b"
                                + " WRONG_ANSWER 0, secret/d null 0");
        assertThat(ran).containsExactly(1, 2);
    }

    @Test
    void aScoreOutsideItsBoundsIsOurFailure() {
        assertThatThrownBy(() ->
                        grade(
                                groups(Rule.of("data", null).upTo("1.5")),
                                tests("data", "data"),
                                "AA"))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("score of data is 2")
                .hasMessageContaining("-inf to 1.5");
    }

    @Test
    void rulesThatDoNotFitTheTestsAreOurFailure() {
        assertThatThrownBy(() -> grade(groups(Rule.of("data", null)), tests("secret"), "A"))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("no group secret");
        assertThatThrownBy(() -> grade(groups(), tests("secret"), "A"))
                .isInstanceOf(JudgeFailed.class);
        assertThatThrownBy(() ->
                        grade(
                                groups(Rule.of("data", null), Rule.of("a/b", "a")),
                                tests("a/b"),
                                "A"))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("lies in none");
    }
}
