/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.Stop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Judging by tests, in the real jail. */
@Tag("jail")
class JudgeTests {

    private static final Limits LIMITS = new Limits(2_000, 11_000, 256, 1_024);
    private static final Validator TOKENS =
            new Validator.Default(
                    new ComparisonRules(
                            false, false, OptionalDouble.empty(), OptionalDouble.empty()));

    private JailBench bench;

    @BeforeEach
    void start() throws JailBroken {
        bench = new JailBench(60_121);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private TestCase test(
            int number, boolean visible, String input, String answer, String... args) {
        return new TestCase(
                number,
                visible ? "sample" : "secret",
                visible,
                bench.file(input),
                bench.file(answer),
                List.of(args));
    }

    private Judgement judge(String language, String source, Validator validator, TestCase... tests)
            throws Exception {
        return bench.judge(
                new Assignment(
                        7,
                        language,
                        source.getBytes(StandardCharsets.UTF_8),
                        LIMITS,
                        new Work.Tests(validator, List.of(tests))));
    }

    private static List<Verdict> verdicts(Judgement judgement) {
        return results(judgement).stream().map(TestResult::verdict).toList();
    }

    private static List<TestResult> results(Judgement judgement) {
        return Objects.requireNonNull(judgement.tests());
    }

    @Test
    void stopsAtTheFirstFailure() throws Exception {
        Judgement judgement =
                judge(
                        "python",
                        "n = int(input())\nprint(n * 2 if n < 5 else 1 // 0)",
                        TOKENS,
                        test(1, true, "1\n", "2\n"),
                        test(2, false, "7\n", "14\n"),
                        test(3, false, "2\n", "4\n"));
        assertThat(judgement.verdict()).isEqualTo(Verdict.RUNTIME_ERROR);
        assertThat(verdicts(judgement)).containsExactly(Verdict.ACCEPTED, Verdict.RUNTIME_ERROR);
        assertThat(judgement.facts().exitCode()).as("of a hidden test").isNull();
        assertThat(results(judgement).getLast().stderr()).as("of a hidden test").isEmpty();
        assertThat(results(judgement).getFirst().stdout()).asString().isEqualTo("2\n");
    }

    @Test
    void wrongOutputIsNamedForStaff() throws Exception {
        Judgement judgement = judge("python", "print(3)", TOKENS, test(1, true, "", "4\n"));
        assertThat(judgement.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        assertThat(results(judgement).getFirst().staffMessage()).contains("\"3\"", "\"4\"");
    }

    @Test
    void argumentsOfOneTestHoldForItAlone() throws Exception {
        assertThat(
                        verdicts(
                                judge(
                                        "python",
                                        "print(0.3333)",
                                        TOKENS,
                                        test(1, true, "", "0.3334", "float_tolerance", "0.001"),
                                        test(2, false, "", "0.3334"))))
                .containsExactly(Verdict.ACCEPTED, Verdict.WRONG_ANSWER);
    }

    @Test
    void muchOutputIsComparedWhole() throws Exception {
        String answer = "x".repeat(99) + "\n";
        assertThat(
                        judge(
                                        "python",
                                        "print((('x' * 99) + '\\n') * 9000)",
                                        TOKENS,
                                        test(1, true, "", answer.repeat(9_000)),
                                        test(2, true, "", answer.repeat(8_999) + "y\n"))
                                .verdict())
                .isEqualTo(Verdict.WRONG_ANSWER);
    }

    private static final String VALIDATOR =
            """
            #include <cstdio>
            #include <cstring>
            #include "words.h"
            int main(int argc, char **argv) {
                FILE *answer = fopen(argv[2], "r");
                int due, given;
                if (fscanf(answer, "%d", &due) != 1) return 1;
                if (scanf("%d", &given) != 1) given = -1;
                if (argc > 4 && !strcmp(argv[4], "double")) due *= 2;
                char path[300];
                snprintf(path, sizeof path, "%steammessage.txt", argv[3]);
                if (given == 0) { fprintf(fopen(path, "w"), WORDS); return WRONG; }
                return given == due ? 42 : WRONG;
            }
            """;

    private Validator.Custom validator(String source) {
        return new Validator.Custom(
                "cpp",
                List.of(
                        new Validator.File("validate.cc", bench.file(source)),
                        new Validator.File(
                                "words.h",
                                bench.file(
                                        "#define WORDS \"zero is never right\"\n#define WRONG"
                                                + " 43\n"))),
                5_000,
                512);
    }

    @Test
    void aCustomValidatorHasTheWord() throws Exception {
        Validator custom = validator(VALIDATOR);
        assertThat(
                        verdicts(
                                judge(
                                        "python",
                                        "print(input())",
                                        custom,
                                        test(1, true, "5\n", "5\n"),
                                        test(2, true, "8\n", "4\n", "double"),
                                        test(3, true, "4\n", "4\n", "double"))))
                .containsExactly(Verdict.ACCEPTED, Verdict.ACCEPTED, Verdict.WRONG_ANSWER);
        Judgement zero = judge("python", "print(0)", custom, test(1, true, "5\n", "5\n"));
        assertThat(zero.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        assertThat(results(zero).getFirst().message()).isEqualTo("zero is never right");
        Judgement silent =
                judge(
                        "python",
                        "n = input()\nprint(0 if n == '0' else 7)",
                        custom,
                        test(1, true, "1\n", "7\n"));
        assertThat(results(silent).getFirst().message()).as("of the test before").isNull();
    }

    @Test
    void aValidatorThatFailsIsOurFailure() {
        assertThatThrownBy(() ->
                        judge(
                                "python",
                                "print(1)",
                                validator("int main() { return 0; }"),
                                test(1, true, "", "1")))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("exited with 0");
        assertThatThrownBy(() ->
                        judge(
                                "python",
                                "print(1)",
                                validator("int main() { for (;;); }"),
                                test(1, true, "", "1")))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("was stopped (");
        assertThatThrownBy(() ->
                        judge(
                                "python",
                                "print(1)",
                                validator("int main( {"),
                                test(1, true, "", "1")))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("does not compile");
    }

    /** Gives what the program printed: points for a number, a share for %, both for x. */
    private static final String GIVING =
            """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            int main(int argc, char **argv) {
                char said[64] = "", path[300];
                if (scanf("%63s", said) != 1 || said[0] == 'w') return 43;
                if (said[0] == 'q') return 42;
                const char *file = said[0] == '%' ? "score_multiplier.txt" : "score.txt";
                snprintf(path, sizeof path, "%s%s", argv[3], file);
                FILE *out = fopen(path, "w");
                fprintf(out, "%s\\n", said[0] == '%' ? said + 1 : said);
                return 42;
            }
            """;

    private Judgement graded(GroupRule.ScoreFiles files, String program, TestCase... tests)
            throws Exception {
        Points hundred = Objects.requireNonNull(Points.parse("100"));
        GroupRule rule =
                new GroupRule(
                        "secret",
                        null,
                        false,
                        GroupRule.Mode.FIRST_ERROR,
                        false,
                        false,
                        GroupRule.Score.SUM,
                        true,
                        hundred.dividedBy(tests.length),
                        Points.ZERO,
                        files,
                        Points.ZERO,
                        hundred,
                        List.of());
        Validator validator =
                new Validator.Custom(
                        "c", List.of(new Validator.File("v.c", bench.file(GIVING))), 5_000, 256);
        return bench.judge(
                new Assignment(
                        7,
                        "python",
                        program.getBytes(StandardCharsets.UTF_8),
                        LIMITS,
                        new Work.Tests(
                                validator, List.of(tests), new Grading.Groups(List.of(rule)))));
    }

    private static List<String> points(Judgement judgement) {
        return results(judgement).stream().map(result -> String.valueOf(result.score())).toList();
    }

    @Test
    void aValidatorGivesThePointsOfEachTest() throws Exception {
        Judgement judgement =
                graded(
                        GroupRule.ScoreFiles.BOUNDED,
                        "print(input())",
                        test(1, false, "12.5", ""),
                        test(2, false, "%0.3", ""),
                        test(3, false, "q", ""),
                        test(4, false, "w", ""));
        assertThat(points(judgement)).containsExactly("12.5", "7.5", "25", "0");
        assertThat(judgement.score()).isEqualTo(Points.parse("45"));
        assertThat(judgement.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        assertThat(judgement.facts().exitCode()).as("of a hidden test").isNull();
        Judgement crash =
                graded(
                        GroupRule.ScoreFiles.BOUNDED,
                        "print(100 // int(input()))",
                        test(1, false, "0", ""),
                        test(2, false, "4", ""));
        assertThat(crash.verdict()).isEqualTo(Verdict.RUNTIME_ERROR);
        assertThat(points(crash)).containsExactly("0", "25");
    }

    @Test
    void pointsThatAValidatorMayNotGiveAreOurFailure() {
        assertThatThrownBy(() ->
                        graded(GroupRule.ScoreFiles.BOUNDED, "print(101)", test(1, false, "", "")))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("more than the 100");
        assertThatThrownBy(() ->
                        graded(
                                GroupRule.ScoreFiles.BOUNDED,
                                "print('ten')",
                                test(1, false, "", "")))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("no number");
        assertThatThrownBy(() ->
                        graded(
                                GroupRule.ScoreFiles.REQUIRED,
                                "print('q' if input() == '2' else 5)",
                                test(1, false, "1", ""),
                                // the file of the test before is gone
                                test(2, false, "2", "")))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("test 2")
                .hasMessageContaining("no score.txt");
    }

    @Test
    void aMissIsMeasuredAgain() throws Exception {
        Repeats repeats = new Repeats(Duration.ofSeconds(1), Duration.ofSeconds(1), () -> 0);
        try (JailBench counting = new JailBench(60_122, repeats)) {
            // ends between the limit and where it is stopped, whatever the machine is doing
            String source = "import time\nwhile time.process_time() < 0.66: pass\nprint('late')";
            Limits limits = new Limits(600, 9_000, 256, 1_024);
            Judgement first = counting.run("python", source, "", limits);
            assertThat(first.verdict()).isEqualTo(Verdict.TIME_LIMIT);
            assertThat(first.facts().stoppedBy()).isEqualTo(Stop.CPU);
            assertThat(repeats.begin(8, Duration.ofSeconds(1))).as("no time was used").isNull();
        }
    }

    @Test
    void longOutputIsCutAndSaysSo() throws Exception {
        Judgement judgement =
                bench.run(
                        "python",
                        "print('x' * 1_500_000)",
                        "",
                        new Limits(2_000, 11_000, 256, 4_096));
        assertThat(judgement.verdict()).isEqualTo(Verdict.ACCEPTED);
        assertThat(judgement.stdout()).hasSize(Judge.KEPT_OUTPUT);
        assertThat(judgement.stdoutTruncated()).isTrue();
        assertThat(judgement.stderrTruncated()).isFalse();
    }
}
