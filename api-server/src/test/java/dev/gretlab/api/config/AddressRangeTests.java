/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class AddressRangeTests {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.1.2, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.128/25, 192.0.2.200, true",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false",
        "fd00::/8, fdab::1, true",
        "fd00::/8, fe80::1, false",
        "::1, ::1, true"
    })
    void anAddressIsInsideOrNot(String range, String address, boolean inside) {
        assertThat(AddressRange.read(range).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gateway", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0"})
    void whatIsNoRangeIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddressRange.read(text));
    }
}
