/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The functions of the queue over one connection, called as API and runner call them. */
record Queue(Connection connection) {

    EnqueuedJob enqueue(JobRequest request) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement(
                        "select * from enqueue_job(?, ?, ?, ?, ?, ?, ?, 2000, 11000, ?, 1024, ?, ?)")) {
            call.setObject(1, request.student());
            call.setString(2, request.kind());
            call.setString(3, request.language());
            call.setBytes(4, JobRequest.SOURCE);
            call.setBytes(5, JobRequest.STDIN);
            call.setObject(6, request.version(), Types.OTHER);
            call.setObject(7, request.contest(), Types.OTHER);
            call.setInt(8, request.memoryMb());
            call.setString(9, request.key());
            String body = request.body();
            call.setBytes(10, body == null ? null : Sha256.of(body));
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return new EnqueuedJob(
                        rows.getObject("job_id", UUID.class),
                        rows.getBoolean("replayed"),
                        rows.getLong("jobs_before"));
            }
        }
    }

    List<ClaimedJob> claim(UUID runner, int slots, int memoryMb, String... languages)
            throws SQLException {
        return claim(runner, slots, memoryMb, null, languages);
    }

    /**
     * Claims jobs.
     *
     * @param held tokens that the runner knows of; null: it does not say
     */
    List<ClaimedJob> claim(
            UUID runner,
            int slots,
            int memoryMb,
            @Nullable Collection<UUID> held,
            String... languages)
            throws SQLException {
        String[] known = languages.length == 0 ? new String[] {"python", "c"} : languages;
        try (PreparedStatement call =
                connection.prepareStatement("select * from claim_jobs(?, ?, ?, ?, ?)")) {
            call.setObject(1, runner);
            Array array = connection.createArrayOf("text", known);
            call.setArray(2, array);
            call.setInt(3, slots);
            call.setInt(4, memoryMb);
            call.setArray(
                    5, held == null ? null : connection.createArrayOf("uuid", held.toArray()));
            List<ClaimedJob> claimed = new ArrayList<>();
            try (ResultSet rows = call.executeQuery()) {
                while (rows.next()) {
                    claimed.add(
                            new ClaimedJob(
                                    rows.getObject("job_id", UUID.class),
                                    rows.getInt("attempt"),
                                    rows.getObject("token", UUID.class),
                                    runner,
                                    rows.getString("kind"),
                                    rows.getBoolean("alone"),
                                    rows.getInt("memory_mb")));
                }
            }
            return claimed;
        }
    }

    Set<UUID> heartbeat(UUID runner, Collection<UUID> tokens) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("select * from heartbeat_jobs(?, ?)")) {
            call.setObject(1, runner);
            call.setArray(2, connection.createArrayOf("uuid", tokens.toArray()));
            Set<UUID> held = new HashSet<>();
            try (ResultSet rows = call.executeQuery()) {
                while (rows.next()) {
                    held.add(rows.getObject(1, UUID.class));
                }
            }
            return held;
        }
    }

    boolean progress(ClaimedJob job, String phase, int done, int total) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("select report_progress(?, ?, ?, ?, ?)")) {
            call.setObject(1, job.id());
            call.setObject(2, job.token());
            call.setString(3, phase);
            call.setInt(4, done);
            call.setInt(5, total);
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return rows.getBoolean(1);
            }
        }
    }

    void complete(ClaimedJob job, String verdict) throws SQLException {
        complete(job, verdict, null);
    }

    /**
     * Completes a job. A refusal is an SQLException of state JQ005.
     *
     * @param tests JSON; null for a run
     */
    void complete(ClaimedJob job, String verdict, @Nullable String tests) throws SQLException {
        if (!complete(job.runner(), List.of(job), List.of(verdict), tests).contains(job.token())) {
            throw new SQLException("the lease is lost", "JQ005");
        }
    }

    /**
     * Completes several jobs of one runner at once; answers the tokens that were recorded.
     *
     * @param tests JSON, the same for all; null for runs
     */
    Set<UUID> complete(
            UUID runner, List<ClaimedJob> jobs, List<String> verdicts, @Nullable String tests)
            throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement(
                        """
                        select * from complete_jobs(?, ?, ?, ?, array_fill('{"exitCode": 0, "cpuMs": 12}'::jsonb, ?),
                            array_fill(?::bytea, ?), array_fill(false, ?), array_fill(''::bytea, ?), array_fill(false, ?),
                            array_fill(''::bytea, ?), array_fill(?::jsonb, ?))\
                        """)) {
            Array size = connection.createArrayOf("int4", new Integer[] {jobs.size()});
            call.setObject(1, runner);
            call.setArray(2, uuids(jobs.stream().map(ClaimedJob::id).toList()));
            call.setArray(3, uuids(jobs.stream().map(ClaimedJob::token).toList()));
            call.setArray(4, connection.createArrayOf("text", verdicts.toArray()));
            call.setArray(5, size);
            call.setBytes(6, JobRequest.STDIN);
            for (int i = 7; i <= 11; i++) {
                call.setArray(i, size);
            }
            call.setString(12, tests);
            call.setArray(13, size);
            Set<UUID> recorded = new HashSet<>();
            try (ResultSet rows = call.executeQuery()) {
                while (rows.next()) {
                    recorded.add(rows.getObject(1, UUID.class));
                }
            }
            return recorded;
        }
    }

    private Array uuids(Collection<UUID> ids) throws SQLException {
        return connection.createArrayOf("uuid", ids.toArray());
    }

    String fail(ClaimedJob job, String reason) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("select fail_attempt(?, ?, ?, ?)")) {
            call.setObject(1, job.id());
            call.setObject(2, job.token());
            call.setObject(3, job.runner());
            call.setString(4, reason);
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    void giveBack(ClaimedJob job) throws SQLException {
        try (PreparedStatement call =
                connection.prepareStatement("select give_back_job(?, ?, ?)")) {
            call.setObject(1, job.id());
            call.setObject(2, job.token());
            call.setObject(3, job.runner());
            call.execute();
        }
    }

    /** Sweeps once; answers what became of each job whose lease had lapsed. */
    Map<UUID, String> sweep() throws SQLException {
        try (PreparedStatement call =
                        connection.prepareStatement("select * from release_expired_jobs()");
                ResultSet rows = call.executeQuery()) {
            Map<UUID, String> outcomes = new LinkedHashMap<>();
            while (rows.next()) {
                outcomes.put(rows.getObject(1, UUID.class), rows.getString(2));
            }
            return outcomes;
        }
    }

    /**
     * Cancels a job.
     *
     * @param asker the owner; null when staff ask
     */
    @Nullable String cancel(UUID job, @Nullable UUID asker) throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("select cancel_job(?, ?)")) {
            call.setObject(1, job);
            call.setObject(2, asker, Types.OTHER);
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    long before(UUID job) throws SQLException {
        try (PreparedStatement call = connection.prepareStatement("select jobs_before(?)")) {
            call.setObject(1, job);
            try (ResultSet rows = call.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }
}
