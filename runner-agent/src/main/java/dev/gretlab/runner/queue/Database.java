/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one connection for calls; they take turns. After a failure it connects anew, at most once a
 * pause that grows, so that a database which comes back is not stormed.
 */
final class Database implements AutoCloseable {

    private static final System.Logger log = System.getLogger(Database.class.getName());
    private static final long SHORTEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(2);

    // classes of SQLSTATE that say "not now": connection, resources, operator, rollback, lock,
    // system
    private static final Set<String> TRANSIENT =
            Set.of("08", "25", "40", "53", "55", "57", "58", "XX");

    /** One call over the connection. */
    interface Call<T> {
        T on(Connection connection) throws SQLException;
    }

    private final DatabaseAddress address;
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable Connection connection;
    private long pause = SHORTEST_PAUSE;
    private long notBefore = System.nanoTime();
    private boolean away;

    Database(DatabaseAddress address) {
        this.address = address;
    }

    <T> T call(String what, Call<T> call) throws DatabaseAway, LeaseLost, NotRegistered {
        turn.lock();
        try {
            return call.on(connected());
        } catch (SQLException e) {
            throw failure(what, e);
        } finally {
            turn.unlock();
        }
    }

    private DatabaseAway failure(String what, SQLException e) throws LeaseLost, NotRegistered {
        String state = e.getSQLState();
        if ("JQ005".equals(state)) {
            throw new LeaseLost();
        }
        if ("JQ006".equals(state)) {
            throw new NotRegistered();
        }
        if (state != null && state.length() == 5 && !TRANSIENT.contains(state.substring(0, 2))) {
            throw new QueueRefused(what, state);
        }
        // also after a mere timeout: a fresh connection has no half-done call on it
        disconnect();
        return new DatabaseAway(what + " got no answer from the database (" + state + ")", e);
    }

    private Connection connected() throws DatabaseAway {
        if (connection != null) {
            return connection;
        }
        if (System.nanoTime() - notBefore < 0) {
            throw new DatabaseAway("the database is away", null);
        }
        try {
            Connection fresh = address.connect("calls");
            connection = fresh;
            pause = SHORTEST_PAUSE;
            if (away) {
                log.log(System.Logger.Level.INFO, "The database is back.");
                away = false;
            }
            return fresh;
        } catch (SQLException e) {
            notBefore = System.nanoTime() + pause + ThreadLocalRandom.current().nextLong(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            if (!away) {
                away = true;
                log.log(
                        System.Logger.Level.WARNING,
                        "The database cannot be reached as {0}: {1} Trying again.",
                        address,
                        String.valueOf(e.getMessage()));
            }
            throw new DatabaseAway("the database cannot be reached: " + e.getMessage(), e);
        }
    }

    private void disconnect() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                log.log(System.Logger.Level.DEBUG, "close", e);
            }
            connection = null;
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            disconnect();
        } finally {
            turn.unlock();
        }
    }
}
