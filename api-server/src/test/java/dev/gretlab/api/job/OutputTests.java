/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class OutputTests {

    @Test
    void textIsTextAndTheRestIsBase64() {
        assertThat(Output.of("ä\0".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Output("ä\0", null));
        assertThat(Output.of(new byte[] {(byte) 0xC3})).isEqualTo(new Output(null, "ww=="));
    }

    @Test
    void aCutLeavesNoHalfCharacter() {
        byte[] text = ("a" + "ä".repeat(40_000)).getBytes(StandardCharsets.UTF_8);
        String shown = Output.beginning(text);
        assertThat(Output.isCut(text)).isTrue();
        assertThat(shown).hasSize(1 + 32_767).doesNotContain("\uFFFD");
        assertThat(Output.isCut("short".getBytes(StandardCharsets.UTF_8))).isFalse();
    }
}
