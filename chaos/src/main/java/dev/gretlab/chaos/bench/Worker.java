/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.SQLException;
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

    @Override
    public abstract void close() throws SQLException;
}
