/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens for "something is queued" on a session of its own. Only hurries what polling would find:
 * while it has no connection, nothing but speed is lost.
 */
public final class WakeUps implements AutoCloseable {

    private static final System.Logger log = System.getLogger(WakeUps.class.getName());
    private static final int SILENCE_MS = 10_000;
    private static final long LONGEST_PAUSE_MS = 5_000;

    private final DatabaseAddress address;
    private final Runnable wakeUp;
    private final Thread thread;
    private volatile boolean closed;

    private WakeUps(DatabaseAddress address, Runnable wakeUp) {
        this.address = address;
        this.wakeUp = wakeUp;
        this.thread = Thread.ofVirtual().name("wake-ups").unstarted(this::run);
    }

    public static WakeUps listen(DatabaseAddress address, Runnable wakeUp) {
        WakeUps wakeUps = new WakeUps(address, wakeUp);
        wakeUps.thread.start();
        return wakeUps;
    }

    private void run() {
        long pause = 100;
        while (!closed) {
            try (Connection connection = address.connect("wake-ups")) {
                try (Statement listen = connection.createStatement()) {
                    listen.execute("listen jobs_queued");
                }
                pause = 100;
                // something may have come while nobody listened
                wakeUp.run();
                listen(connection);
            } catch (SQLException e) {
                log.log(System.Logger.Level.DEBUG, "wake-ups", e);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(pause + ThreadLocalRandom.current().nextLong(pause));
            } catch (InterruptedException e) {
                return;
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        }
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection session = connection.unwrap(PGConnection.class);
        while (!closed) {
            PGNotification[] notifications = session.getNotifications(SILENCE_MS);
            if (notifications != null && notifications.length > 0) {
                wakeUp.run();
            } else if (!connection.isValid(5)) {
                // a session that died silently would otherwise be listened to for ever
                return;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
