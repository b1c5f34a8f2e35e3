/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** How long a lease lasts, and how often it is renewed and lapsed ones are looked for. */
public record Paces(Duration lease, Duration heartbeat, Duration sweep) {

    static Paces of(ResultSet row) throws SQLException {
        return new Paces(
                Duration.ofMillis(row.getInt("lease_ms")),
                Duration.ofMillis(row.getInt("heartbeat_ms")),
                Duration.ofMillis(row.getInt("sweep_ms")));
    }
}
