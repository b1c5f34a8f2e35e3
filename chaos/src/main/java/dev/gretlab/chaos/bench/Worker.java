/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** One runner's connection to the queue, and one of the API for what it enqueues. */
abstract sealed class Worker implements AutoCloseable permits RulesWorker, BareWorker {

    /** A job in hand. */
    record Claimed(UUID id, UUID token) {}

    /** Enqueues one run in a transaction of its own. */
    abstract void enqueue(UUID student, String key) throws SQLException;

    /** Claims at most so many in one transaction. */
    abstract List<Claimed> claim(int most) throws SQLException;

    /** Records the verdict of each in one transaction. */
    abstract void complete(List<Claimed> jobs) throws SQLException;

    /** Runs a claim whose first two columns are the job and its token. */
    static List<Claimed> claimed(PreparedStatement claim, int most) throws SQLException {
        List<Claimed> jobs = new ArrayList<>(most);
        try (ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                jobs.add(new Claimed(rows.getObject(1, UUID.class), rows.getObject(2, UUID.class)));
            }
        }
        return jobs;
    }

    /** The same value for each job. */
    static Object[] each(List<Claimed> jobs, Object value) {
        return Collections.nCopies(jobs.size(), value).toArray();
    }

    /** The same bytes for each job. */
    static byte[][] bytes(List<Claimed> jobs, byte[] value) {
        return Collections.nCopies(jobs.size(), value).toArray(new byte[0][]);
    }

    @Override
    public abstract void close() throws SQLException;
}
