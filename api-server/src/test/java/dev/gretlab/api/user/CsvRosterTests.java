/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.api.error.ApiException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class CsvRosterTests {

    @Test
    void quotesSeparatorsAndLineEndsAreUnderstood() {
        assertThat(
                        CsvRoster.read(
                                "\uFEFFusername;displayName;courses\r\nada;\"Lovelace; \"\"Ada\"\"\";a b\r\n\r\nbob;Bob;\r\n"))
                .containsExactly(
                        new RosterEntry("ada", "Lovelace; \"Ada\"", null, null, List.of("a", "b")),
                        new RosterEntry("bob", "Bob", null, null, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "name\nada\n",
                "username,shoe\nada,43\n",
                "username,role\nada\n",
                "username\n\"ada\n"
            })
    void whatIsNoRosterIsRefused(String text) {
        assertThatThrownBy(() -> CsvRoster.read(text))
                .isInstanceOf(ApiException.class)
                .hasMessage("roster-refused");
    }
}
