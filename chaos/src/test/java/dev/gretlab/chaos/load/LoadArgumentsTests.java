/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class LoadArgumentsTests {

    @Test
    void readsBothWaysToGiveAValue() {
        LoadArguments arguments =
                LoadArguments.parse(
                        "--students=500",
                        "--think",
                        "0.5",
                        "--mix=all",
                        "--follow=status",
                        "--session",
                        "--outage-allowed");
        assertThat(arguments.students()).isEqualTo(500);
        assertThat(arguments.think()).isEqualTo(0.5);
        assertThat(arguments.mix()).isEqualTo(LoadArguments.Mix.ALL);
        assertThat(arguments.follow()).isEqualTo(LoadArguments.Follow.STATUS);
        assertThat(arguments.session()).isTrue();
        assertThat(arguments.outageAllowed()).isTrue();
        assertThat(arguments.seconds()).isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource({
        "--students=0, --students must be from 1 to 100000",
        "--students=many, --students must be from 1 to 100000",
        "--think=0, --think must be from 0.1 to 3600",
        "--mix=ruby, What is --mix=ruby?",
        "--follow=socket, What is --follow=socket?",
        "--colour=red, What is --colour?",
        "300, What is 300?",
        "--students, What is --students?",
    })
    void saysWhatIsWrong(String argument, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadArguments.parse(argument))
                .withMessageStartingWith(sentence)
                .withMessageContaining("Usage: hack/load");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:8080",
                "https://localhost:8443/",
                "http://[::1]:8080",
                "http://127.1.2.3"
            })
    void takesAddressesOfThisMachine(String url) {
        assertThat(LoadArguments.ownLab(url)).isEqualTo(url.replaceAll("/$", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://192.0.2.1:8080",
                "http://0.0.0.0:8080",
                "http://127.0.0.1@192.0.2.1/",
                "http://localhost.invalid/"
            })
    void refusesEveryOther(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadArguments.ownLab(url))
                .withMessageContaining("is not on this machine");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:8080", "ftp://localhost/", "http://local host/", "file:///tmp"})
    void refusesWhatIsNoAddress(String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> LoadArguments.ownLab(url));
    }
}
