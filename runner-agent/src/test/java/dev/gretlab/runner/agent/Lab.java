/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.migrations.PostgresServer;
import dev.gretlab.migrations.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;

/** A database of its own with a student in it, and what a test enqueues and reads there. */
public final class Lab implements AutoCloseable {

    private final PostgresServer server;
    private final TestDatabase database;
    private final UUID student;

    private Lab(PostgresServer server) throws SQLException {
        this.server = server;
        this.database = server.migratedDatabase();
        this.student =
                one(
                        UUID.class,
                        "insert into users (id, username, display_name, role) values (new_id(),"
                                + " 'ada', 'Ada', 'student') returning id");
        set("jobs_in_flight", 100);
        set("runs_per_minute", 1_000);
        set("lease_s", 5);
        set("heartbeat_s", 1);
        set("sweep_s", 1);
    }

    public static Lab open() throws SQLException {
        return new Lab(PostgresServer.start());
    }

    PostgresServer server() {
        return server;
    }

    public TestDatabase database() {
        return database;
    }

    /** Every runner that a test enqueues for must have been there once, for its languages. */
    UUID run(String language, String source, String stdin) throws SQLException {
        return enqueue("run", language, source, stdin, null);
    }

    public UUID submit(UUID problemVersion, String language, String source) throws SQLException {
        return enqueue("submit", language, source, "", problemVersion);
    }

    private UUID enqueue(
            String kind,
            String language,
            String source,
            String stdin,
            @org.jspecify.annotations.Nullable UUID problemVersion)
            throws SQLException {
        UUID job =
                one(
                        UUID.class,
                        "select job_id from enqueue_job(?, ?, ?, ?, ?, ?, null, 2000, 11000, 256,"
                                + " 1024, null, null)",
                        student,
                        kind,
                        language,
                        source.getBytes(StandardCharsets.UTF_8),
                        stdin.getBytes(StandardCharsets.UTF_8),
                        problemVersion);
        one(String.class, "select announce_queued()::text");
        return job;
    }

    String state(UUID job) throws SQLException {
        return one(String.class, "select state from jobs where id = ?", job);
    }

    /** Null while there is none. */
    @org.jspecify.annotations.Nullable
    String verdict(UUID job) throws SQLException {
        try (Connection connection = database.owner();
                PreparedStatement query =
                        connection.prepareStatement("select verdict from jobs where id = ?")) {
            query.setObject(1, job);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    String awaitVerdict(UUID job) throws Exception {
        await(
                Duration.ofSeconds(60),
                "the verdict of " + job,
                () -> {
                    try {
                        return verdict(job) != null;
                    } catch (SQLException e) {
                        return false; // the database is away: a test made it so
                    }
                });
        return String.valueOf(verdict(job));
    }

    String stdout(UUID job) throws SQLException {
        return new String(
                one(byte[].class, "select stdout from job_results where job_id = ?", job),
                StandardCharsets.UTF_8);
    }

    public long count(String query, Object... values) throws SQLException {
        return one(Long.class, query, values);
    }

    void set(String setting, int value) throws SQLException {
        one(String.class, "select set_setting(?, ?, null)::text", setting, Integer.toString(value));
    }

    /** A course for problems. */
    public UUID course() throws SQLException {
        return one(
                UUID.class,
                "insert into courses (id, slug, name) values (new_id(), 'course', 'Course')"
                        + " returning id");
    }

    public UUID problem(UUID course, String slug, String validator) throws SQLException {
        UUID problem =
                one(
                        UUID.class,
                        "insert into problems (id, course_id, slug) values (new_id(), ?, ?)"
                                + " returning id",
                        course,
                        slug);
        return one(
                UUID.class,
                "insert into problem_versions (id, problem_id, version, name, statements, cpu_ms,"
                        + " memory_mb, output_kb, validator, package_format, package_hash) values"
                        + " (new_id(), ?, 1, 'A problem', '{}', 2000, 256, 1024, ?::jsonb,"
                        + " 'legacy', sha256('')) returning id",
                problem,
                validator);
    }

    public void test(UUID version, int number, boolean visible, String input, String answer)
            throws SQLException {
        one(
                Integer.class,
                "insert into tests (problem_version_id, number, name, group_name, visible,"
                        + " input_hash, answer_hash) values (?, ?, ?, ?, ?, ?, ?) returning number",
                version,
                number,
                "test" + number,
                visible ? "sample" : "secret",
                visible,
                blob(input),
                blob(answer));
    }

    byte[] blob(String content) throws SQLException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        byte[] hash = sha256(bytes);
        one(
                Long.class,
                "insert into blobs (hash, size, content) values (?, ?, ?) on conflict (hash) do"
                        + " update set size = excluded.size returning size",
                hash,
                (long) bytes.length,
                bytes);
        return hash;
    }

    <T> T one(Class<T> type, String statement, @org.jspecify.annotations.Nullable Object... values)
            throws SQLException {
        try (Connection connection = database.owner();
                PreparedStatement call = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                call.setObject(i + 1, values[i]);
            }
            try (ResultSet row = call.executeQuery()) {
                row.next();
                Object value = type == byte[].class ? row.getBytes(1) : row.getObject(1, type);
                return type.cast(value);
            }
        }
    }

    public static void await(Duration time, String what, Callable<Boolean> condition)
            throws Exception {
        long deadline = System.nanoTime() + time.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new AssertionError("waited " + time + " in vain for " + what);
            }
            Thread.sleep(20);
        }
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
