/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a database that is not there yet: its server starts at the same time, its name is not
 * known yet, or the network has not let this pod in. What will not change by itself, such as a
 * wrong password, is told at once.
 */
final class FirstConnection {

    /** A way to connect once. */
    interface Connecting {

        Connection connect() throws SQLException;
    }

    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Duration patience;
    private final Consumer<String> told;

    /**
     * @param told is given a sentence each time that the reason to wait is another one
     */
    FirstConnection(Duration patience, Consumer<String> told) {
        this.patience = patience;
        this.told = told;
    }

    /** Throws the last attempt's SQLException, with a sentence that says what to do. */
    Connection open(Connecting how) throws SQLException {
        long begun = System.nanoTime();
        String toldLast = "";
        while (true) {
            try {
                return how.connect();
            } catch (SQLException e) {
                String reason = reasonToWait(e);
                if (reason == null) {
                    throw e;
                }
                if (System.nanoTime() - begun >= patience.toNanos()) {
                    throw new SQLException(
                            "the database was not to be reached within "
                                    + patience.toSeconds()
                                    + " s: "
                                    + reason
                                    + ". Look at GRETLAB_DB_URL, whether its server runs, and whether"
                                    + " the network lets this program through.",
                            e.getSQLState());
                }
                if (!reason.equals(toldLast)) {
                    told.accept("Waiting for the database: " + reason + ".");
                    toldLast = reason;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** Null: waiting would not help. */
    private static @Nullable String reasonToWait(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        // 57P03: it starts or stops; 53300: others have all connections
        if (!state.startsWith("08") && !state.equals("57P03") && !state.equals("53300")) {
            return null;
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return switch (root) {
            case UnknownHostException unknown ->
                    "the name " + unknown.getMessage() + " is not known to DNS";
            case ConnectException refused ->
                    "nobody takes the connection, or the network refuses it ("
                            + refused.getMessage()
                            + ")";
            default -> String.valueOf(root.getMessage());
        };
    }
}
