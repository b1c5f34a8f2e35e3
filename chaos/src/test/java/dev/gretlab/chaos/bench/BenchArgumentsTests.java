/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class BenchArgumentsTests {

    @Test
    void readsBothWaysToGiveAValue() {
        BenchArguments arguments =
                BenchArguments.parse("queue", "--rows", "10000000", "--runners=2,8", "--seconds=9");
        assertThat(arguments).isEqualTo(new BenchArguments(10_000_000, List.of(2, 8), 9, 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "table",
                "queue --rows",
                "queue --rows=10",
                "queue --rows=many",
                "queue --runners=1,,4",
                "queue --runners=1000",
                "queue --seconds=0",
                "queue --colour=red"
            })
    void refusesOthersWithTheUsage(String line) {
        String[] arguments = line.isEmpty() ? new String[0] : line.split(" ", -1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BenchArguments.parse(arguments))
                .withMessageContaining("Usage: hack/bench queue");
    }

    @Test
    void theMedianIsTheMiddleOneOrBetweenTheMiddleTwo() {
        assertThat(Throughput.median(List.of(5.0, 1.0, 900.0))).isEqualTo(5.0);
        assertThat(Throughput.median(List.of(4.0, 1.0, 2.0, 900.0))).isEqualTo(3.0);
    }
}
