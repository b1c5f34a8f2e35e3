/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class PointsTests {

    private static Points points(String text) {
        return Objects.requireNonNull(Points.parse(text), text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "100, 100",
        "1e2, 100",
        "+12.50, 12.5",
        ".5, 0.5",
        "7., 7",
        "3.14000000e-2, 0.0314",
        "-3, -3",
        "100/3, 33.333333",
        "200/3, 66.666667",
        "1e-9, 0",
        "0.0000005, 0.000001",
        "123456789012345678901234567890.5, 123456789012345678901234567890.5",
    })
    void readsNumbersAndTellsThemRounded(String text, String decimal) {
        assertThat(points(text).decimal()).isEqualTo(decimal);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 1",
                "1 2",
                "NaN",
                "inf",
                "0x10",
                "1,5",
                "1e",
                "1e1000",
                "1e31",
                "1/0",
                "-1/3",
                "1/2/3",
                "１",
                "1e99999999999",
                "--1",
                "."
            })
    void whatIsNoNumberIsNone(String text) {
        assertThat(Points.parse(text)).isNull();
    }

    @Test
    void sumsHaveNoFloatSurprises() {
        Points third = points("100").dividedBy(3);
        assertThat(third.plus(third).plus(third)).isEqualTo(points("100"));
        assertThat(points("0.1").plus(points("0.2"))).isEqualTo(points("0.3"));
        Points seventh = points("1/7");
        Points sum = IntStream.range(0, 7).mapToObj(i -> seventh).reduce(Points.ZERO, Points::plus);
        assertThat(sum).isEqualTo(Points.ONE);
        assertThat(points("0.1").times(points("3"))).isEqualTo(points("0.30"));
        assertThat(points("100/3")).isGreaterThan(points("33.333333")).isLessThan(points("33.4"));
    }
}
