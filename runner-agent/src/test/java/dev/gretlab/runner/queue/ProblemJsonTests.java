/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.judge.ComparisonRules;
import dev.gretlab.runner.judge.Grading;
import dev.gretlab.runner.judge.GroupRule;
import dev.gretlab.runner.judge.Limits;
import dev.gretlab.runner.judge.Points;
import dev.gretlab.runner.judge.TestCase;
import dev.gretlab.runner.judge.Validator;
import dev.gretlab.runner.judge.Work;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ProblemJsonTests {

    private static final Validator TOKENS =
            new Validator.Default(
                    new ComparisonRules(
                            false, false, OptionalDouble.empty(), OptionalDouble.empty()));

    @Test
    void readsEveryKindOfValidator() {
        assertThat(
                        ProblemJson.validator(
                                """
                                {"kind": "default", "caseSensitive": true, "spaceSensitive": false,
                                 "absoluteTolerance": 0.001, "relativeTolerance": null}\
                                """))
                .isEqualTo(
                        new Validator.Default(
                                new ComparisonRules(
                                        true,
                                        false,
                                        OptionalDouble.of(0.001),
                                        OptionalDouble.empty())));
        assertThat(
                        ProblemJson.validator(
                                """
                                {"kind": "custom", "language": "cpp", "cpuMs": 7, "memoryMb": 8,
                                 "files": [{"name": "a.cc", "hash": "00ff"}]}\
                                """))
                .isEqualTo(
                        new Validator.Custom(
                                "cpp", List.of(new Validator.File("a.cc", "00ff")), 7, 8));
        assertThat(
                        ProblemJson.validator(
                                """
                                {"kind": "interactive", "language": "python", "cpuMs": 7,
                                 "memoryMb": 8, "files": [{"name": "a.py", "hash": "00ff"}]}\
                                """))
                .isEqualTo(
                        new Validator.Custom(
                                "python", List.of(new Validator.File("a.py", "00ff")), 7, 8, true));
    }

    @Test
    void readsTests() {
        assertThat(
                        ProblemJson.tests(
                                TOKENS,
                                """
                                [{"number": 2, "group": "secret", "visible": false,
                                  "inputHash": "aa", "answerHash": "bb", "validatorArgs": ["x"]}]\
                                """))
                .isEqualTo(
                        new Work.Tests(
                                TOKENS,
                                List.of(new TestCase(2, "secret", false, "aa", "bb", List.of("x"))),
                                new Grading.FirstFailure()));
    }

    private static String grading(String score, String accepted) {
        return """
        {"cases": [{"number": 1, "group": "secret", "visible": false,
                    "inputHash": "aa", "answerHash": "bb", "validatorArgs": []}],
         "grading": {"groups": [{"name": "secret", "parent": null, "breaks": true, "verdict": "worst_error",
            "acceptedIfAny": false, "ignoresSample": false, "score": "%s", "scoredIfRejected": true,
            "accepted": "%s", "rejected": "0", "scoreFiles": "bounded", "lowest": null, "highest": "100",
            "requires": ["sample"]}]}}\
        """
                .formatted(score, accepted);
    }

    @Test
    void readsGroups() {
        Work.Tests tests = ProblemJson.tests(TOKENS, grading("min", "100/3"));
        assertThat(tests.cases()).hasSize(1);
        Points third = Objects.requireNonNull(Points.parse("100/3"));
        assertThat(third.decimal()).isEqualTo("33.333333");
        assertThat(tests.grading())
                .isEqualTo(
                        new Grading.Groups(
                                List.of(
                                        new GroupRule(
                                                "secret",
                                                null,
                                                true,
                                                GroupRule.Mode.WORST_ERROR,
                                                false,
                                                false,
                                                GroupRule.Score.MIN,
                                                true,
                                                third,
                                                Objects.requireNonNull(Points.parse("0")),
                                                GroupRule.ScoreFiles.BOUNDED,
                                                null,
                                                Points.parse("100"),
                                                List.of("sample")))));
    }

    @Test
    void aGradingThatIsNotKnownIsRefusedByName() {
        assertThatThrownBy(() -> ProblemJson.tests(TOKENS, grading("median", "1")))
                .hasMessageContaining("unknown score \"median\"");
        assertThatThrownBy(() -> ProblemJson.tests(TOKENS, grading("min", "much")))
                .hasMessageContaining("no number: much");
        assertThatThrownBy(() -> ProblemJson.tests(TOKENS, "{\"cases\": []}"))
                .hasMessageContaining("lacks grading");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> ProblemJson.validator("{}")).hasMessageContaining("kind");
        assertThatThrownBy(() -> ProblemJson.validator("{\"kind\": \"magic\"}"))
                .hasMessageContaining("magic");
        assertThatThrownBy(() -> ProblemJson.validator("{\"kind\": \"custom\"}"))
                .hasMessageContaining("files");
        assertThatThrownBy(() -> ProblemJson.validator("{")).hasMessageContaining("no JSON");
    }

    @Test
    void anIdKnowsWhenItWasMade() {
        ClaimedJob job =
                new ClaimedJob(
                        UUID.fromString("019a0000-0000-7000-8000-000000000000"),
                        UUID.randomUUID(),
                        1,
                        UUID.randomUUID(),
                        "run",
                        7,
                        "python",
                        new byte[0],
                        new byte[0],
                        new Limits(1, 1, 1, 1),
                        null,
                        null);
        assertThat(job.enqueuedAt()).isEqualTo(Instant.ofEpochMilli(0x019a00000000L));
    }
}
