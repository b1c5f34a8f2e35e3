/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class BenchJailArgumentsTests {

    @Test
    void whatIsNotSaidIsUsual() {
        assertThat(BenchJailArguments.parse())
                .isEqualTo(new BenchJailArguments(5, List.of(1, 2, 4, 8), ""));
    }

    @Test
    void readsAll() {
        assertThat(BenchJailArguments.parse("--seconds=9", "--parallel=3", "--only=ours = warm"))
                .isEqualTo(new BenchJailArguments(9, List.of(3), "ours = warm"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--seconds",
                "--seconds=0",
                "--seconds=601",
                "--parallel=1,,2",
                "--parallel=",
                "--colour=red",
                "queue"
            })
    void refusesOthersWithTheUsage(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BenchJailArguments.parse(argument))
                .withMessageContaining("Usage: hack/bench jail");
    }
}
