/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.judge.Limits;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The queue's SQL functions, one method each. Every method may throw DatabaseAway, and QueueRefused
 * when the database and this runner do not fit together.
 */
public final class Queue implements AutoCloseable {

    private final Database database;

    public Queue(DatabaseAddress address) {
        this.database = new Database(address);
    }

    /** A call that neither needs a lease nor a registration. */
    private interface Plain<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T plain(String what, Plain<T> call) throws DatabaseAway {
        try {
            return database.call(what, call::on);
        } catch (LeaseLost | NotRegistered e) {
            throw new IllegalStateException(what, e);
        }
    }

    private <T> T leased(String what, Plain<T> call) throws DatabaseAway, LeaseLost {
        try {
            return database.call(what, call::on);
        } catch (NotRegistered e) {
            throw new IllegalStateException(what, e);
        }
    }

    private <T> T registered(String what, Plain<T> call) throws DatabaseAway, NotRegistered {
        try {
            return database.call(what, call::on);
        } catch (LeaseLost e) {
            throw new IllegalStateException(what, e);
        }
    }

    public Registered register(Registration runner) throws DatabaseAway {
        return plain(
                "register_runner",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement(
                                    "select r.*, clock_timestamp() as database_time from"
                                            + " register_runner(?, ?, ?, ?, ?, ?::jsonb, ?::jsonb)"
                                            + " r")) {
                        call.setString(1, runner.name());
                        call.setString(2, runner.version());
                        call.setInt(3, runner.slots());
                        call.setInt(4, runner.memoryMb());
                        call.setString(5, runner.isolation());
                        call.setString(6, ResultJson.any(runner.selfTest()));
                        call.setString(7, ResultJson.any(runner.languages()));
                        try (ResultSet row = first(call)) {
                            Instant theirs =
                                    row.getObject("database_time", OffsetDateTime.class)
                                            .toInstant();
                            return new Registered(
                                    row.getObject("runner_id", UUID.class),
                                    Paces.of(row),
                                    Duration.between(Instant.now(), theirs));
                        }
                    }
                });
    }

    /**
     * Says that this runner is alive.
     *
     * @param state ready, draining or gone
     */
    public Paces beat(UUID runnerId, String state, int busySlots, int freeMemoryMb)
            throws DatabaseAway, NotRegistered {
        return registered(
                "beat_runner",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select * from beat_runner(?, ?, ?, ?)")) {
                        call.setObject(1, runnerId);
                        call.setString(2, state);
                        call.setInt(3, busySlots);
                        call.setInt(4, freeMemoryMb);
                        try (ResultSet row = first(call)) {
                            return Paces.of(row);
                        }
                    }
                });
    }

    /**
     * The jobs to start now, at most one for each free slot.
     *
     * @param held tokens of all that this runner has in hand; what it leased beyond them, because
     *     an answer got lost, is answered again
     */
    public List<ClaimedJob> claim(
            UUID runnerId,
            Collection<String> languages,
            int freeSlots,
            int freeMemoryMb,
            Collection<UUID> held)
            throws DatabaseAway, NotRegistered {
        return registered(
                "claim_jobs",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement(
                                    "select * from claim_jobs(?, ?, ?, ?, ?)")) {
                        call.setObject(1, runnerId);
                        call.setArray(2, connection.createArrayOf("text", languages.toArray()));
                        call.setInt(3, freeSlots);
                        call.setInt(4, freeMemoryMb);
                        call.setArray(5, connection.createArrayOf("uuid", held.toArray()));
                        List<ClaimedJob> jobs = new ArrayList<>();
                        try (ResultSet rows = call.executeQuery()) {
                            while (rows.next()) {
                                jobs.add(job(runnerId, rows));
                            }
                        }
                        return jobs;
                    }
                });
    }

    private static ClaimedJob job(UUID runnerId, ResultSet row) throws SQLException {
        return new ClaimedJob(
                row.getObject("job_id", UUID.class),
                runnerId,
                row.getInt("attempt"),
                row.getObject("token", UUID.class),
                row.getString("kind"),
                row.getLong("student"),
                row.getString("language"),
                row.getBytes("source"),
                row.getBytes("stdin"),
                new Limits(
                        row.getInt("cpu_ms"),
                        row.getInt("wall_ms"),
                        row.getInt("memory_mb"),
                        row.getInt("output_kb")),
                row.getString("validator"),
                row.getString("tests"));
    }

    /** Renews leases; answers those that are still held. */
    public Set<UUID> heartbeat(UUID runnerId, Collection<UUID> tokens) throws DatabaseAway {
        return plain(
                "heartbeat_jobs",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select * from heartbeat_jobs(?, ?)")) {
                        call.setObject(1, runnerId);
                        call.setArray(2, connection.createArrayOf("uuid", tokens.toArray()));
                        Set<UUID> held = new HashSet<>();
                        try (ResultSet rows = call.executeQuery()) {
                            while (rows.next()) {
                                held.add(rows.getObject(1, UUID.class));
                            }
                        }
                        return held;
                    }
                });
    }

    /** Says that the tests have begun and how many are done. False: the lease is lost. */
    public boolean progress(ClaimedJob job, int done, int total) throws DatabaseAway {
        return plain(
                "report_progress",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement(
                                    "select report_progress(?, ?, 'testing', ?, ?)")) {
                        call.setObject(1, job.id());
                        call.setObject(2, job.token());
                        call.setInt(3, done);
                        call.setInt(4, total);
                        try (ResultSet row = first(call)) {
                            return row.getBoolean(1);
                        }
                    }
                });
    }

    /** How an attempt ended. */
    record Completion(ClaimedJob job, Judgement judgement) {}

    /**
     * Records verdicts, of jobs that were claimed under the same name of this runner; answers the
     * tokens that are recorded. The others' leases are lost.
     */
    Set<UUID> complete(UUID runnerId, List<Completion> completions, String isolation)
            throws DatabaseAway {
        return plain(
                "complete_jobs",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement(
                                    "select * from complete_jobs(?, ?, ?, ?, ?::jsonb[], ?, ?, ?,"
                                            + " ?, ?, ?::jsonb[])")) {
                        Columns columns = new Columns(connection, completions);
                        call.setObject(1, runnerId);
                        call.setArray(2, columns.of("uuid", each -> each.job().id()));
                        call.setArray(3, columns.of("uuid", each -> each.job().token()));
                        call.setArray(
                                4, columns.of("text", each -> each.judgement().verdict().word()));
                        call.setArray(
                                5,
                                columns.of(
                                        "text",
                                        each -> ResultJson.result(each.judgement(), isolation)));
                        call.setArray(6, columns.bytes(each -> each.judgement().stdout()));
                        call.setArray(
                                7, columns.of("bool", each -> each.judgement().stdoutTruncated()));
                        call.setArray(8, columns.bytes(each -> each.judgement().stderr()));
                        call.setArray(
                                9, columns.of("bool", each -> each.judgement().stderrTruncated()));
                        call.setArray(10, columns.bytes(each -> each.judgement().compileOutput()));
                        call.setArray(
                                11,
                                columns.of(
                                        "text",
                                        each -> ResultJson.tests(each.judgement().tests())));
                        Set<UUID> recorded = new HashSet<>();
                        try (ResultSet rows = call.executeQuery()) {
                            while (rows.next()) {
                                recorded.add(rows.getObject(1, UUID.class));
                            }
                        }
                        return recorded;
                    }
                });
    }

    /** The arrays of a call that takes several jobs, one element for each. */
    private record Columns(Connection connection, List<Completion> completions) {

        Array of(String type, Function<Completion, @Nullable Object> value) throws SQLException {
            return connection.createArrayOf(type, completions.stream().map(value).toArray());
        }

        Array bytes(Function<Completion, byte[]> value) throws SQLException {
            return connection.createArrayOf(
                    "bytea", completions.stream().map(value).toArray(byte[][]::new));
        }
    }

    /** The judge itself failed with this job. */
    public void fail(ClaimedJob job, String reason) throws DatabaseAway, LeaseLost {
        leased(
                "fail_attempt",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select fail_attempt(?, ?, ?, ?)")) {
                        lease(call, job);
                        call.setString(4, reason);
                        first(call).close();
                        return true;
                    }
                });
    }

    /** Hands a job back that was not finished and is not to blame. */
    public void giveBack(ClaimedJob job) throws DatabaseAway, LeaseLost {
        leased(
                "give_back_job",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select give_back_job(?, ?, ?)")) {
                        lease(call, job);
                        first(call).close();
                        return true;
                    }
                });
    }

    private static void lease(PreparedStatement call, ClaimedJob job) throws SQLException {
        call.setObject(1, job.id());
        call.setObject(2, job.token());
        call.setObject(3, job.runnerId());
    }

    /** Ends the attempts whose lease has lapsed, of all runners; answers their jobs. */
    public List<UUID> releaseExpired() throws DatabaseAway {
        return plain(
                "release_expired_jobs",
                connection -> {
                    try (PreparedStatement call =
                                    connection.prepareStatement(
                                            "select job_id from release_expired_jobs()");
                            ResultSet rows = call.executeQuery()) {
                        List<UUID> jobs = new ArrayList<>();
                        while (rows.next()) {
                            jobs.add(rows.getObject(1, UUID.class));
                        }
                        return jobs;
                    }
                });
    }

    /**
     * Files of the job's tests by hash; one that the job does not need is missing in the answer.
     */
    Map<String, byte[]> fetchTests(UUID token, Collection<String> hashes)
            throws DatabaseAway, LeaseLost {
        return leased(
                "fetch_tests",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select * from fetch_tests(?, ?)")) {
                        call.setObject(1, token);
                        byte[][] wanted =
                                hashes.stream()
                                        .map(HexFormat.of()::parseHex)
                                        .toArray(byte[][]::new);
                        call.setArray(2, connection.createArrayOf("bytea", wanted));
                        Map<String, byte[]> files = new HashMap<>();
                        try (ResultSet rows = call.executeQuery()) {
                            while (rows.next()) {
                                files.put(
                                        HexFormat.of().formatHex(rows.getBytes(1)),
                                        rows.getBytes(2));
                            }
                        }
                        return files;
                    }
                });
    }

    /** Tells the API replicas that these jobs changed. */
    public void announceChanged(Collection<UUID> jobs) throws DatabaseAway {
        plain(
                "announce_changed",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select announce_changed(?)")) {
                        call.setArray(1, connection.createArrayOf("uuid", jobs.toArray()));
                        first(call).close();
                        return true;
                    }
                });
    }

    /** Tells the runners that something is queued. */
    public void announceQueued() throws DatabaseAway {
        plain(
                "announce_queued",
                connection -> {
                    try (PreparedStatement call =
                            connection.prepareStatement("select announce_queued()")) {
                        first(call).close();
                        return true;
                    }
                });
    }

    private static ResultSet first(PreparedStatement call) throws SQLException {
        ResultSet rows = call.executeQuery();
        if (!rows.next()) {
            @Nullable String none = null;
            throw new SQLException("no row came back", none);
        }
        return rows;
    }

    @Override
    public void close() {
        database.close();
    }
}
