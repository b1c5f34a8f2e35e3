/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("db")
class FirstConnectionTests {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void aServerThatStartsLaterIsWaitedFor() throws SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            server.crash();
            List<String> told = new ArrayList<>();
            FirstConnection first =
                    new FirstConnection(
                            LONG,
                            sentence -> {
                                told.add(sentence);
                                if (told.size() == 1) {
                                    server.up();
                                }
                            });
            try (Connection connection = first.open(() -> server.superuser("postgres"))) {
                assertThat(connection.isValid(5)).isTrue();
            }
            assertThat(told.getFirst())
                    .startsWith("Waiting for the database: nobody takes the connection");
        }
    }

    @Test
    void whatDoesNotComeIsSaidWithWhatToLookAt() {
        FirstConnection first = new FirstConnection(Duration.ZERO, sentence -> fail(sentence));
        assertThatThrownBy(() ->
                        first.open(() ->
                                DriverManager.getConnection(
                                        "jdbc:postgresql://no-such-host.invalid/lab",
                                        "owner",
                                        "secret")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("the name no-such-host.invalid is not known to DNS")
                .hasMessageContaining("GRETLAB_DB_URL")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aWrongPasswordOrDatabaseIsToldAtOnce() {
        try (PostgresServer server = PostgresServer.start()) {
            FirstConnection first = new FirstConnection(LONG, sentence -> fail(sentence));
            assertThatThrownBy(() -> first.open(() -> server.superuser("no-such-database")))
                    .hasMessageContaining("no-such-database");
            assertThatThrownBy(() ->
                            first.open(() ->
                                    DriverManager.getConnection(
                                            server.url("postgres"), "postgres", "wrong")))
                    .hasMessageContaining("password");
        }
    }
}
