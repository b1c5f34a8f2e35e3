/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.pooler;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Opens many client connections to the pooler, holds all of them, and asks something on each now
 * and then. Says "all open" when they are, and at the end what it did; exit code 1 when a
 * connection or an answer failed.
 */
public final class CrowdPooler {

    /** Signing in costs the pooler's one thread milliseconds of hashing. */
    private static final int CONNECTING = 16;

    private static final long MEAN_PAUSE_MS = 5_000;

    private final CrowdArguments arguments;
    private final Properties properties = new Properties();
    private final Semaphore connecting = new Semaphore(CONNECTING);
    private final CountDownLatch open;
    private final LongAdder answers = new LongAdder();
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private volatile long end;

    private CrowdPooler(CrowdArguments arguments) throws IOException {
        this.arguments = arguments;
        this.open = new CountDownLatch(arguments.connections());
        properties.setProperty("user", arguments.user());
        properties.setProperty("password", Files.readString(arguments.passwordFile()).strip());
        properties.setProperty("ApplicationName", "crowd");
        // named statements do not survive a pooler in transaction mode
        properties.setProperty("prepareThreshold", "0");
        properties.setProperty("socketTimeout", "20");
    }

    public static void main(String[] args) throws Exception {
        try {
            System.exit(new CrowdPooler(CrowdArguments.parse(args)).run() ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private boolean run() throws InterruptedException {
        long beginning = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < arguments.connections(); i++) {
                threads.execute(this::client);
            }
            open.await();
            long now = System.nanoTime();
            end = now + TimeUnit.SECONDS.toNanos(arguments.seconds());
            System.out.printf(
                    "all open after %.1f s: %d connections, %d errors%n",
                    (now - beginning) / 1e9, arguments.connections(), errors.size());
            System.out.flush();
        }
        System.out.printf("%d answers, %d errors%n", answers.sum(), errors.size());
        errors.stream().distinct().limit(20).forEach(error -> System.out.println("  " + error));
        return errors.isEmpty() && answers.sum() > 0;
    }

    private void client() {
        boolean counted = false;
        try (Connection connection = connect()) {
            ask(connection);
            counted = true;
            open.countDown();
            open.await();
            while (pause()) {
                ask(connection);
            }
        } catch (SQLException e) {
            errors.add(e.getSQLState() + " " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!counted) {
                open.countDown();
            }
        }
    }

    private Connection connect() throws SQLException, InterruptedException {
        connecting.acquire();
        try {
            return DriverManager.getConnection(arguments.url(), properties);
        } finally {
            connecting.release();
        }
    }

    /** Now and then as one transaction of two statements, which keeps its server connection. */
    private void ask(Connection connection) throws SQLException {
        boolean together = ThreadLocalRandom.current().nextInt(10) == 0;
        connection.setAutoCommit(!together);
        long first = queueLimit(connection);
        if (together) {
            long second = queueLimit(connection);
            connection.commit();
            if (first != second) {
                errors.add("two answers in one transaction: " + first + " and " + second);
            }
        }
        answers.increment();
    }

    private static long queueLimit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select setting('queue_limit')")) {
            if (!rows.next()) {
                throw new SQLException("no row came back", "02000");
            }
            return rows.getLong(1);
        }
    }

    /** False: it is over. */
    private boolean pause() throws InterruptedException {
        long pause = (long) (ThreadLocalRandom.current().nextExponential() * MEAN_PAUSE_MS);
        // the main thread sets the end just after the last connection opened
        long left = end == 0 ? pause : TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
            return false;
        }
        TimeUnit.MILLISECONDS.sleep(Math.min(pause, left));
        return end == 0 || end - System.nanoTime() > 0;
    }
}
