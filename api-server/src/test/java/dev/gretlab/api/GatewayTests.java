/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sign-in behind a gateway: everybody's connection comes from the same address then. */
@Tag("api")
class GatewayTests {

    private static final Lab BEHIND =
            Lab.start(Map.of("GRETLAB_TRUSTED_PROXIES", "127.0.0.0/8, 10.0.0.0/8"));

    @AfterAll
    static void close() {
        BEHIND.close();
    }

    private static Http signIn(Lab.Person person, String password, String forwarded) {
        return Http.send(
                person.lab().anyone(),
                "POST",
                "/api/v1/session",
                Map.of("username", person.username(), "password", password),
                Map.of("X-Forwarded-For", forwarded));
    }

    private static void shut(Lab.Person person, String forwarded) {
        for (int i = 0; i < 10; i++) {
            assertThat(signIn(person, "wrong", forwarded).status()).isEqualTo(401);
        }
        assertThat(signIn(person, Lab.PASSWORD, forwarded).status()).isEqualTo(429);
    }

    @Test
    void aNameIsShutForTheAddressThatGuessedAlone() {
        Lab.Person student = BEHIND.student();
        shut(student, "203.0.113.1");
        assertThat(signIn(student, Lab.PASSWORD, "203.0.113.2").status()).isEqualTo(204);
        // what the guesser made up before the gateway's word changes nothing
        assertThat(signIn(student, Lab.PASSWORD, "203.0.113.2, 203.0.113.1").status())
                .isEqualTo(429);
        // nor does a second gateway of ours behind it
        assertThat(signIn(student, Lab.PASSWORD, "203.0.113.1, 10.1.2.3").status()).isEqualTo(429);
        assertThat(signIn(student, Lab.PASSWORD, "nonsense").status()).isEqualTo(204);
    }

    @Test
    void oneNetworkIsOneAddress() {
        Lab.Person student = BEHIND.student();
        shut(student, "2001:db8:1:2::1");
        assertThat(signIn(student, Lab.PASSWORD, "2001:db8:1:2:3:4:5:6").status()).isEqualTo(429);
        assertThat(signIn(student, Lab.PASSWORD, "2001:db8:1:3::1").status()).isEqualTo(204);
    }

    @Test
    void anAddressThatGuessesForEverybodyIsShut() {
        Lab.Person student = BEHIND.student();
        signIn(student, "wrong", "198.51.100.7");
        assertThat(
                        BEHIND.count(
                                "select failures from sign_in_failures where username = '*' and address = '198.51.100.7'"))
                .isEqualTo(1);
        // who knows the password is not counted
        assertThat(signIn(student, Lab.PASSWORD, "198.51.100.7").status()).isEqualTo(204);
        BEHIND.update(
                "update sign_in_failures set failures = 300 where username = '*' and address = '198.51.100.7'");
        Http shut = signIn(student, Lab.PASSWORD, "198.51.100.7");
        assertThat(shut.status()).isEqualTo(429);
        assertThat(shut.problem()).isEqualTo("too-many-sign-ins");
        assertThat(Integer.parseInt(shut.header("Retry-After"))).isBetween(1, 600);
        assertThat(signIn(student, Lab.PASSWORD, "198.51.100.8").status()).isEqualTo(204);
        BEHIND.update(
                "update sign_in_failures set window_started_at = now() - interval '11 minutes' where username = '*'");
        assertThat(signIn(student, Lab.PASSWORD, "198.51.100.7").status()).isEqualTo(204);
    }

    @Test
    void nobodyElsesWordCounts() {
        Lab.Person student = Lab.shared().student();
        shut(student, "203.0.113.1");
        assertThat(signIn(student, Lab.PASSWORD, "203.0.113.2").status()).isEqualTo(429);
    }
}
