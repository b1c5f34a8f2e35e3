/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.api.error.ApiException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class SourceTextTests {

    @Test
    void lineEndsAndByteOrderMarkAreNormalised() {
        assertThat(SourceText.source("\uFEFFa\r\nb\rc\n", 1).bytes())
                .asString()
                .isEqualTo("a\nb\rc\n");
        assertThat(SourceText.source("ä \uD83D\uDE00", 1).bytes())
                .asString()
                .isEqualTo("ä \uD83D\uDE00");
    }

    @Test
    void lengthIsOfBytesAfterNormalising() {
        assertThat(SourceText.source("a".repeat(1024), 1).bytes()).hasSize(1024);
        assertThat(SourceText.source("\r\n".repeat(512) + "x".repeat(512), 1).bytes())
                .hasSize(1024);
        assertRefused(() -> SourceText.source("a".repeat(1025), 1), "source-too-long");
        assertRefused(() -> SourceText.source("ä".repeat(513), 1), "source-too-long");
    }

    @ParameterizedTest
    @CsvSource({
        "'a\u0000b', nul-in-source",
        "'a\uD800b', invalid-utf8",
        "' \t', empty-source",
        "'', empty-source"
    })
    void eachFaultHasItsName(String text, String problem) {
        assertRefused(() -> SourceText.source(text, 1), problem);
    }

    @Test
    void inputStaysAsItIs() {
        assertThat(SourceText.stdin("a\r\n\u0000", 1).bytes()).asString().isEqualTo("a\r\n\u0000");
        assertThat(SourceText.stdin(null, 1).bytes()).isEmpty();
        assertRefused(() -> SourceText.stdin("a".repeat(1025), 1), "stdin-too-long");
    }

    private static void assertRefused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String problem) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(ApiException.class))
                .satisfies(refused -> assertThat(refused.problem().name()).isEqualTo(problem));
    }
}
