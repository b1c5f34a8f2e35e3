/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class QueueHealthTests {

    @Test
    void theApiSeesSinceWhenARunnerHoldsATransactionOpen(Lab lab) throws SQLException {
        try (Connection api = lab.connect("api");
                Connection runner = lab.connect("runner")) {
            double before = oldest(api);
            assertThat(before).isZero();
            runner.setAutoCommit(false);
            PostgresServer.execute(runner, "select queue_now()");
            double first = oldest(api);
            double second = oldest(api);
            assertThat(first).isPositive();
            assertThat(second).isGreaterThan(first);
            runner.rollback();
            assertThat(oldest(api)).isZero();
        }
    }

    private static double oldest(Connection api) throws SQLException {
        try (Statement statement = api.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "select oldest_transaction_seconds, dead_rows >= 0 from queue_health()")) {
            rows.next();
            assertThat(rows.getBoolean(2)).isTrue();
            return rows.getDouble(1);
        }
    }
}
