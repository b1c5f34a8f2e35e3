/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PlainTextTests {

    @Test
    void whatADatabaseCannotHoldIsReplaced() {
        assertThat(PlainText.of(new byte[] {'a', 0, 27, '\n', '\t', (byte) 0xff, 'b'}, 100))
                .isEqualTo("a??\n\t\ufffdb");
    }

    @Test
    void isCutBetweenCharacters() {
        byte[] faces = "😀😀😀".getBytes(StandardCharsets.UTF_8);
        assertThat(PlainText.of(faces, 3)).isEqualTo("😀😀😀");
        assertThat(PlainText.of(faces, 2)).isEqualTo("😀😀…");
    }
}
