/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The database's own log, even when it writes down every statement, holds nothing that a person
 * typed.
 */
@Tag("db")
@ExtendWith(LabResolver.class)
class LogTests {

    @Test
    void noSourceNoOutputAndNoPasswordIsLogged(PostgresServer server) throws SQLException {
        TestDatabase database = server.newlyMigratedDatabase();
        String secret = "typed-by-a-student-" + UUID.randomUUID();
        UUID student = UUID.randomUUID();
        try (Connection superuser = server.superuser("postgres")) {
            PostgresServer.execute(
                    superuser, "alter database " + database.name() + " set log_statement = 'all'");
            PostgresServer.execute(
                    superuser,
                    "alter database " + database.name() + " set log_min_duration_statement = 0");
        }
        // sets the roles' passwords once more, now that everything is logged
        database.migrate();
        try (Connection owner = database.owner()) {
            PostgresServer.execute(
                    owner,
                    "insert into users (id, username, display_name, role) values ('"
                            + student
                            + "', 'ada', 'Ada', 'student');"
                            + "insert into languages values ('python', 'Python', '3', 'py', 'python', 'main.py', now())");
        }
        List<String> states;
        try (Connection api = database.as("api");
                Connection runner = database.as("runner")) {
            PostgresServer.execute(
                    runner,
                    "select register_runner('here', '1', 1, 256, 'namespaces', '{}', '[]')");
            states =
                    List.of(
                            enqueue(api, student, secret, 2000),
                            enqueue(api, student, secret, 0),
                            enqueue(api, UUID.randomUUID(), secret, 2000),
                            draft(api, student, secret),
                            draft(api, student, secret),
                            draft(api, student, secret + "\0"),
                            complete(runner, secret, "{\"message\": \"" + secret + "\"}"),
                            complete(runner, secret, "{\"message\": " + secret));
        }
        assertThat(states)
                .containsExactly(
                        "00000", "JQ010", "23503", "00000", "23505", "22021", "00000", "22P02");
        try (Connection wrong =
                DriverManager.getConnection(database.url(), database.role("api"), secret)) {
            throw new AssertionError("signed in with a wrong password: " + wrong);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("28P01");
        }
        String log = server.log();
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        assertThat(log)
                .as("it does log statements and errors")
                .contains("enqueue_job(")
                .contains("this is not a job")
                .contains("violates unique constraint")
                .contains("password authentication failed")
                .contains("ALTER USER");
        assertThat(log)
                .doesNotContain(secret)
                .doesNotContain(HexFormat.of().formatHex(bytes))
                .doesNotContain(Base64.getEncoder().encodeToString(bytes))
                .doesNotContain(database.password());
    }

    private static String enqueue(Connection api, UUID student, String secret, int cpuMs)
            throws SQLException {
        try (PreparedStatement call =
                api.prepareStatement(
                        "select enqueue_job(?, 'run', 'python', ?, ?, null, null, ?, 11000, 256, 1024, ?, ?)")) {
            call.setObject(1, student);
            call.setBytes(2, secret.getBytes(StandardCharsets.UTF_8));
            call.setBytes(3, secret.getBytes(StandardCharsets.UTF_8));
            call.setInt(4, cpuMs);
            call.setString(5, secret);
            call.setBytes(6, Sha256.of(secret));
            return stateOf(call);
        }
    }

    private static String draft(Connection api, UUID student, String secret) throws SQLException {
        try (PreparedStatement call =
                api.prepareStatement(
                        "insert into drafts (user_id, problem, language, source) values (?, ?, 'python', ?)")) {
            call.setObject(1, student);
            call.setString(2, secret);
            call.setBytes(3, secret.getBytes(StandardCharsets.UTF_8));
            return stateOf(call);
        }
    }

    private static String complete(Connection runner, String secret, String result)
            throws SQLException {
        try (PreparedStatement call =
                runner.prepareStatement(
                        "select complete_jobs(?, array[?::uuid], array[?::uuid], '{accepted}', array[?::jsonb], array[?], '{f}', array[?], '{f}', array[?], '{null}')")) {
            call.setObject(1, UUID.randomUUID());
            call.setObject(2, UUID.randomUUID());
            call.setObject(3, UUID.randomUUID());
            call.setString(4, result);
            for (int i = 5; i <= 7; i++) {
                call.setBytes(i, secret.getBytes(StandardCharsets.UTF_8));
            }
            return stateOf(call);
        }
    }

    private static String stateOf(PreparedStatement call) {
        try {
            call.execute();
            return "00000";
        } catch (SQLException e) {
            return String.valueOf(e.getSQLState());
        }
    }
}
