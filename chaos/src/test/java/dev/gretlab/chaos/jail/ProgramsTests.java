/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ProgramsTests {

    @Test
    void aStartIsTheTimeFromTheMomentToWhatWasPrinted() throws IOException {
        assertThat(Programs.after(1_700_000_000_000_000_000L, text("1700000000000007000\n")))
                .isEqualTo(7_000);
    }

    @Test
    void whatIsNoTimeIsQuoted() {
        assertThatIOException()
                .isThrownBy(() -> Programs.after(0, text("Traceback")))
                .withMessageContaining("\"Traceback\"");
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
