/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A runner as the queue sees one: it calls the same functions under the same role. */
public final class Runner implements AutoCloseable {

    private static final String LANGUAGES =
            """
            [{"id": "python", "name": "Python", "version": "3.11", "extension": "py", "editorMode": "python", "sourceFile": "main.py"},
             {"id": "c", "name": "C", "version": "12", "extension": "c", "editorMode": "c", "sourceFile": "main.c"}]
            """;

    private final Connection connection;
    private final UUID id;

    /** A job that this runner holds. */
    public record Claimed(UUID job, UUID token) {}

    public Runner(Lab lab) {
        try {
            connection = lab.database().as("runner");
            try (PreparedStatement register =
                            connection.prepareStatement(
                                    "select runner_id from register_runner('test', '1', 4, 8192, 'namespaces', '{}', ?::jsonb)");
                    ResultSet rows = executed(register, LANGUAGES)) {
                rows.next();
                id = rows.getObject(1, UUID.class);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public List<Claimed> claim(int slots) {
        try (PreparedStatement claim =
                connection.prepareStatement("select job_id, token from claim_jobs(?, ?, ?, ?)")) {
            Array languages = connection.createArrayOf("text", new String[] {"python", "c"});
            List<Claimed> claimed = new ArrayList<>();
            try (ResultSet rows = executed(claim, id, languages, slots, 100_000)) {
                while (rows.next()) {
                    claimed.add(
                            new Claimed(
                                    rows.getObject(1, UUID.class), rows.getObject(2, UUID.class)));
                }
            }
            return claimed;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void progress(Claimed claimed, String phase, int done, int total) {
        call(
                "select report_progress(?, ?, ?, ?, ?)",
                claimed.job(),
                claimed.token(),
                phase,
                done,
                total);
        changed(claimed);
    }

    /** With a standard output, and tests as JSON or null for a run. */
    public void complete(Claimed claimed, String verdict, byte[] stdout, @Nullable String tests) {
        complete(
                claimed,
                verdict,
                "{\"exitCode\": 0, \"cpuMs\": 12, \"wallMs\": 20, \"memoryKb\": 5000, \"score\": 50, \"staffMessage\": \"word for staff\"}",
                stdout,
                tests);
    }

    /** With a result as JSON. */
    public void complete(
            Claimed claimed, String verdict, String result, byte[] stdout, @Nullable String tests) {
        call(
                "select complete_jobs(?, array[?::uuid], array[?::uuid], array[?], array[?::jsonb], array[?], '{f}', array[?], '{f}', array[?], array[?::jsonb])",
                id,
                claimed.job(),
                claimed.token(),
                verdict,
                result,
                stdout,
                "on stderr".getBytes(StandardCharsets.UTF_8),
                new byte[0],
                tests);
        changed(claimed);
    }

    /** The judge failed with it. */
    public void fail(Claimed claimed, String reason) {
        call("select fail_attempt(?, ?, ?, ?)", claimed.job(), claimed.token(), id, reason);
        changed(claimed);
    }

    /** Claims the next job until its last attempt has failed. */
    public void failToTheEnd(String reason) {
        for (List<Claimed> next = claim(1); !next.isEmpty(); next = claim(1)) {
            fail(next.getFirst(), reason);
        }
    }

    public UUID id() {
        return id;
    }

    /** Claims all that waits and ends it. */
    public void completeAll(String verdict) {
        for (List<Claimed> batch = claim(50); !batch.isEmpty(); batch = claim(50)) {
            batch.forEach(claimed ->
                    complete(claimed, verdict, "out\n".getBytes(StandardCharsets.UTF_8), null));
        }
    }

    private void changed(Claimed claimed) {
        try {
            call(
                    "select announce_changed(?)",
                    connection.createArrayOf("uuid", new UUID[] {claimed.job()}));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void call(String sql, @Nullable Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = executed(statement, parameters)) {
            rows.next();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ResultSet executed(PreparedStatement statement, @Nullable Object... parameters)
            throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement.executeQuery();
    }

    @Override
    public void close() {
        try {
            call("select lease_ms from beat_runner(?, 'gone', 0, 0)", id);
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
