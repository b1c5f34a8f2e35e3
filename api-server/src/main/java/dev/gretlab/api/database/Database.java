/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Where statements go. Fails with the driver's errors, which carry the SQLSTATE. */
public final class Database {

    private final DatabaseClient client;
    private final TransactionalOperator transaction;

    Database(DatabaseClient client, TransactionalOperator transaction) {
        this.client = client;
        this.transaction = transaction;
    }

    /** A statement with parameters like {@code :name}. */
    public DatabaseClient.GenericExecuteSpec sql(String sql) {
        return client.sql(sql);
    }

    /** All statements of the work, or none. */
    public <T> Mono<T> inTransaction(Mono<T> work) {
        return toTheEnd(transaction.transactional(work));
    }

    /**
     * A write is finished even when its client has gone: half-cancelled statements cost
     * connections.
     */
    public static <T> Mono<T> toTheEnd(Mono<T> work) {
        return Mono.deferContextual(
                context -> Mono.fromFuture(work.contextWrite(context).toFuture(), true));
    }
}
