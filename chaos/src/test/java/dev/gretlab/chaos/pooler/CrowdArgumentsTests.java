/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.pooler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class CrowdArgumentsTests {

    private static final String OWN = "jdbc:postgresql://127.0.0.1:6432/gretlab";

    @Test
    void readsItsFiveWords() {
        assertThat(CrowdArguments.parse(OWN, "someone", "/secrets/someone", "2000", "15"))
                .isEqualTo(
                        new CrowdArguments(OWN, "someone", Path.of("/secrets/someone"), 2000, 15));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://192.0.2.1:6432/gretlab",
                "jdbc:postgresql:gretlab",
                "jdbc:mysql://127.0.0.1/gretlab",
                "jdbc:postgresql://not a host/gretlab",
                "http://127.0.0.1:6432"
            })
    void refusesADatabaseElsewhere(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CrowdArguments.parse(url, "someone", "file", "2000", "15"))
                .withMessageContaining("is not a database on this machine");
    }

    @Test
    void saysWhatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CrowdArguments.parse(OWN, "someone", "file", "0", "15"))
                .withMessageStartingWith("CONNECTIONS must be from 1 to 100000, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CrowdArguments.parse(OWN))
                .withMessageStartingWith("Usage:");
    }
}
