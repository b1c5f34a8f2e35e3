/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
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
