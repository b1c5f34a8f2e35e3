/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("db")
class MigrationTests {

    @Test
    void aSecondMigrationChangesNothing() throws SQLException {
        try (PostgresServer server = PostgresServer.start()) {
            TestDatabase database = server.migratedDatabase();
            long before = changeSets(database);
            database.migrate();
            assertThat(changeSets(database)).isEqualTo(before).isPositive();
        }
    }

    /**
     * What a database has run must never change: Liquibase then refuses to go on. A comment above a
     * changeset belongs to the one before it.
     */
    @Test
    void aChangeSetThatWasReleasedStaysAsItIs() throws Exception {
        Map<String, String> checksums = new TreeMap<>();
        try (PostgresServer server = PostgresServer.start();
                // the checksum of a changeset depends on the roles that it names
                Connection owner = TestDatabase.create(server, "gretlab").owner();
                ResultSet rows =
                        owner.createStatement()
                                .executeQuery(
                                        "select id, md5sum from databasechangelog where filename like '%tables/%'")) {
            while (rows.next()) {
                checksums.put(rows.getString(1), rows.getString(2));
            }
        }
        try (InputStream released =
                Objects.requireNonNull(
                        MigrationTests.class.getResourceAsStream("/released-changesets.txt"))) {
            Map<String, String> expected =
                    new String(released.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(line -> line.split(" ", 2))
                            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
            assertThat(expected).isNotEmpty();
            assertThat(checksums)
                    .as(
                            "a changeset that is released never changes; a new one is added to the file")
                    .isEqualTo(expected);
        }
    }

    private static long changeSets(TestDatabase database) throws SQLException {
        try (Connection owner = database.owner();
                ResultSet rows =
                        owner.createStatement()
                                .executeQuery(
                                        "select count(*), max(orderexecuted) from databasechangelog")) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }
}
