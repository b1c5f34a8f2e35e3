/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a validator may write about the points of a test; a test of the rule is worth 30, or -2. */
@Tag("unit")
class ScoreWordTests {

    private static GroupRule rule(GroupRule.ScoreFiles files, GroupRule.Score score) {
        return new GroupRule(
                "secret",
                null,
                false,
                GroupRule.Mode.FIRST_ERROR,
                false,
                false,
                score,
                true,
                Objects.requireNonNull(Points.parse("30")),
                Objects.requireNonNull(Points.parse("-2")),
                files,
                null,
                null,
                List.of());
    }

    private static @Nullable Points points(
            GroupRule.ScoreFiles files,
            boolean accepted,
            @Nullable String score,
            @Nullable String multiplier)
            throws JudgeFailed {
        return new ScoreWord(score, multiplier)
                .points(rule(files, GroupRule.Score.SUM), accepted, 4);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "IGNORED,  true,  99, -,    30",
                "IGNORED,  false, 99, -,    -2",
                "FREE,     true,  -,  -,    30",
                "FREE,     true,  99, 7,    99",
                "FREE,     false, -5, -,    -5",
                "FREE,     false, -,  -,    -2",
                "BOUNDED,  true,  -,  -,    30",
                "BOUNDED,  true,  12.5, -,  12.5",
                "BOUNDED,  true,  30, -,    30",
                "BOUNDED,  true,  0,  -,    0",
                "BOUNDED,  true,  -,  0.35, 10.5",
                "BOUNDED,  true,  -,  1,    30",
                "BOUNDED,  false, -,  -,    0",
                "REQUIRED, true,  1e3, -,   1000",
                "REQUIRED, false, -,  -,    0",
            })
    void pointsOfATest(
            GroupRule.ScoreFiles files,
            boolean accepted,
            @Nullable String score,
            @Nullable String multiplier,
            String expected)
            throws JudgeFailed {
        assertThat(points(files, accepted, score, multiplier)).isEqualTo(Points.parse(expected));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "FREE,      true,  much, -,  wrote no number into score.txt",
                "FREE,      true,  1/3,  -,  wrote no number into score.txt",
                "FORBIDDEN, true,  1,    -,  only whole groups have points",
                "FORBIDDEN, false, -,    0,  only whole groups have points",
                "BOUNDED,   false, 0,    -,  for an output that it rejects",
                "BOUNDED,   true,  1,    1,  both score.txt and score_multiplier.txt",
                "BOUNDED,   true,  30.000001, -, more than the 30",
                "BOUNDED,   true,  -1,   -,  less than none",
                "BOUNDED,   true,  -,    1.01, not 0 to 1",
                "BOUNDED,   true,  -,    -0.1, not 0 to 1",
                "BOUNDED,   true,  -,    NaN, no number into score_multiplier.txt",
                "REQUIRED,  true,  -,    -,  wrote no score.txt",
                "REQUIRED,  true,  -,    0.5, where points have no bound",
                "REQUIRED,  true,  -4,   -,  less than none",
                "REQUIRED,  false, 3,    -,  for an output that it rejects",
            })
    void whatItMayNotWriteIsOurFailure(
            GroupRule.ScoreFiles files,
            boolean accepted,
            @Nullable String score,
            @Nullable String multiplier,
            String why) {
        assertThatThrownBy(() -> points(files, accepted, score, multiplier))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("on test 4")
                .hasMessageContaining(why);
    }
}
