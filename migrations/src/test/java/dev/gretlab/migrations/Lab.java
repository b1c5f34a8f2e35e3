/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * A database of its own, with a clock that only the test moves: the queue's two functions of time
 * read a table here. The languages python and c are known; limits that most tests are not about are
 * out of the way.
 */
final class Lab implements AutoCloseable {

    static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

    private final TestDatabase database;
    private Connection owner;
    private final Collection<Connection> opened = new ConcurrentLinkedQueue<>();
    private Instant now = START;

    private Lab(TestDatabase database, Connection owner) {
        this.database = database;
        this.owner = owner;
    }

    static Lab open(PostgresServer server) {
        TestDatabase database = server.migratedDatabase();
        try {
            Lab lab = new Lab(database, database.owner());
            lab.sql(
                    """
                    create table test_clock (now timestamptz not null, up_since timestamptz not null);
                    grant select on test_clock to public;
                    create or replace function queue_now() returns timestamptz language sql stable parallel safe
                    as 'select now from gretlab.test_clock';
                    create or replace function queue_up_since() returns timestamptz language sql stable parallel safe
                    as 'select up_since from gretlab.test_clock';
                    insert into languages (id, name, version, extension, editor_mode, source_file, updated_at)
                    values ('python', 'Python', '3', 'py', 'python', 'main.py', now()),
                        ('c', 'C', '17', 'c', 'c', 'main.c', now())\
                    """);
            lab.sql(
                    "insert into test_clock values (?, ?)",
                    START.atOffset(ZoneOffset.UTC),
                    START.minus(Duration.ofDays(1)).atOffset(ZoneOffset.UTC));
            lab.setting("jobs_in_flight", 100);
            lab.setting("runs_per_minute", 1000);
            return lab;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    TestDatabase database() {
        return database;
    }

    /** The connection of the owner, for preparing and looking. */
    Connection owner() {
        return owner;
    }

    /** Connects again as the owner, after the server was down. */
    void reconnect() throws SQLException {
        owner = database.owner();
    }

    /** A new connection as a part; closed with the lab. */
    Connection connect(String part) throws SQLException {
        Connection connection = database.as(part);
        opened.add(connection);
        return connection;
    }

    Queue api() throws SQLException {
        return new Queue(connect("api"));
    }

    Queue runner() throws SQLException {
        return new Queue(connect("runner"));
    }

    Instant now() {
        return now;
    }

    void advance(Duration by) throws SQLException {
        now = now.plus(by);
        sql("update test_clock set now = ?", now.atOffset(ZoneOffset.UTC));
    }

    /** As if the database had come up at this instant. */
    void cameUp() throws SQLException {
        sql("update test_clock set up_since = now");
    }

    void setting(String name, long value) throws SQLException {
        sql("update settings set value = ? where name = ?", Long.toString(value), name);
    }

    UUID student() throws SQLException {
        UUID id = UUID.randomUUID();
        sql(
                "insert into users (id, username, display_name, role) values (?, ?, 'A student', 'student')",
                id,
                "s" + id);
        return id;
    }

    /** A runner with so much memory in all, known to the queue. */
    UUID registered(int slots, int memoryMb) throws SQLException {
        UUID id = UUID.randomUUID();
        sql(
                """
                insert into runners (id, name, version, state, slots, memory_mb, isolation, self_test, languages,
                    free_memory_mb, started_at, last_seen_at)
                values (?, 'test', '1', 'ready', ?, ?, 'namespaces', '{}', '[]', ?, queue_now(), queue_now())\
                """,
                id,
                slots,
                memoryMb,
                memoryMb);
        return id;
    }

    /** The version of a new problem: test 1 is a sample, the others are hidden. */
    UUID problem(int tests) throws SQLException {
        UUID course = UUID.randomUUID();
        UUID problem = UUID.randomUUID();
        UUID version = UUID.randomUUID();
        sql("insert into courses (id, slug, name) values (?, ?, 'A course')", course, "c" + course);
        sql(
                "insert into problems (id, course_id, slug) values (?, ?, ?)",
                problem,
                course,
                "p" + problem);
        sql(
                """
                insert into problem_versions (id, problem_id, version, name, statements, cpu_ms, memory_mb, output_kb,
                    validator, package_format, package_hash)
                values (?, ?, 1, 'A problem', '{}', 1000, 256, 1024, '{"kind": "default"}', 'legacy', ?)\
                """,
                version,
                problem,
                Sha256.of("package"));
        for (int number = 1; number <= tests; number++) {
            byte[] input = blob("input " + number + " of " + version);
            byte[] answer = blob("answer " + number + " of " + version);
            sql(
                    "insert into tests values (?, ?, ?, ?, ?, ?, ?)",
                    version,
                    number,
                    "test " + number,
                    number == 1 ? "sample" : "secret",
                    number == 1,
                    input,
                    answer);
        }
        return version;
    }

    /** Stores a blob and answers its hash. */
    byte[] blob(String content) throws SQLException {
        byte[] hash = Sha256.of(content);
        sql(
                "insert into blobs (hash, size, content) values (?, ?, convert_to(?, 'UTF8')) on conflict do nothing",
                hash,
                content.length(),
                content);
        return hash;
    }

    /** A contest with this problem from now on for so long. */
    UUID contest(UUID version, Duration length) throws SQLException {
        UUID contest = UUID.randomUUID();
        sql(
                """
                insert into contests (id, course_id, slug, name, starts_at, ends_at)
                select ?, p.course_id, ?, 'A contest', queue_now(), queue_now() + make_interval(secs => ?)
                from problems p join problem_versions v on v.problem_id = p.id where v.id = ?\
                """,
                contest,
                "k" + contest,
                (double) length.toSeconds(),
                version);
        sql(
                """
                insert into contest_problems (contest_id, problem_id, label, position)
                select ?, problem_id, 'A', 1 from problem_versions where id = ?\
                """,
                contest,
                version);
        return contest;
    }

    void register(UUID contest, UUID student) throws SQLException {
        sql(
                "insert into contest_registrations (contest_id, user_id) values (?, ?)",
                contest,
                student);
    }

    void sql(String statement, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement prepared = prepare(statement, arguments)) {
            prepared.execute();
        }
    }

    long number(String query, @Nullable Object... arguments) throws SQLException {
        return Long.parseLong(text(query, arguments));
    }

    /** The one value that the query answers, as text; "null" for none. */
    String text(String query, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement prepared = prepare(query, arguments);
                ResultSet rows = prepared.executeQuery()) {
            if (!rows.next()) {
                throw new AssertionError("no row: " + query);
            }
            return String.valueOf(rows.getString(1));
        }
    }

    /** Each row as its columns joined by blanks. */
    List<String> rows(String query, @Nullable Object... arguments) throws SQLException {
        try (PreparedStatement prepared = prepare(query, arguments);
                ResultSet rows = prepared.executeQuery()) {
            List<String> lines = new ArrayList<>();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    line.append(column == 1 ? "" : " ").append(rows.getString(column));
                }
                lines.add(line.toString());
            }
            return lines;
        }
    }

    private PreparedStatement prepare(String statement, @Nullable Object... arguments)
            throws SQLException {
        PreparedStatement prepared = owner.prepareStatement(statement);
        for (int i = 0; i < arguments.length; i++) {
            prepared.setObject(i + 1, arguments[i]);
        }
        return prepared;
    }

    /** What the queue says when it refuses; fails when it does not. */
    static SQLException refused(String sqlState, ThrowingCallable call) {
        SQLException refusal = catchThrowableOfType(SQLException.class, call);
        if (refusal == null || !sqlState.equals(refusal.getSQLState())) {
            throw new AssertionError("expected " + sqlState + ", got " + refusal, refusal);
        }
        return refusal;
    }

    /** The seconds after which a refused caller may try again. */
    static int retrySeconds(SQLException refusal) {
        var message = refusal instanceof PSQLException e ? e.getServerErrorMessage() : null;
        if (message == null || message.getDetail() == null) {
            throw new AssertionError("no seconds in " + refusal);
        }
        return Integer.parseInt(message.getDetail());
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : opened) {
            connection.close();
        }
        owner.close();
    }
}
