/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import io.r2dbc.spi.Batch;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionMetadata;
import io.r2dbc.spi.IsolationLevel;
import io.r2dbc.spi.Statement;
import io.r2dbc.spi.TransactionDefinition;
import io.r2dbc.spi.ValidationDepth;
import io.r2dbc.spi.Wrapped;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A pooled connection whose other end may hang, or be cut off without a word: what is not answered
 * in time fails with a TimeoutException, and the connection is closed instead of going back to the
 * pool, where the next request would wait behind it.
 */
final class AnsweringConnection implements Connection {

    private final Connection pooled;
    private final Duration patience;

    AnsweringConnection(Connection pooled, Duration patience) {
        this.pooled = pooled;
        this.patience = patience;
    }

    /** What is asked of the server; only its first answer is waited for. */
    <T> Flux<T> answered(Publisher<? extends T> answer) {
        return Flux.<T>from(answer)
                .timeout(Mono.delay(patience), first -> Mono.never())
                .onErrorResume(
                        TimeoutException.class, late -> dropped().then(Mono.<T>error(late)).flux());
    }

    private Mono<Void> dropped() {
        return pooled instanceof Wrapped<?> wrapped && wrapped.unwrap() instanceof Connection raw
                ? Mono.from(raw.close()).timeout(Duration.ofSeconds(1)).onErrorComplete()
                : Mono.empty();
    }

    @Override
    public Publisher<Void> beginTransaction() {
        return answered(pooled.beginTransaction());
    }

    @Override
    public Publisher<Void> beginTransaction(TransactionDefinition definition) {
        return answered(pooled.beginTransaction(definition));
    }

    @Override
    public Publisher<Void> commitTransaction() {
        return answered(pooled.commitTransaction());
    }

    @Override
    public Publisher<Void> rollbackTransaction() {
        return answered(pooled.rollbackTransaction());
    }

    @Override
    public Publisher<Void> rollbackTransactionToSavepoint(String name) {
        return answered(pooled.rollbackTransactionToSavepoint(name));
    }

    @Override
    public Publisher<Void> createSavepoint(String name) {
        return answered(pooled.createSavepoint(name));
    }

    @Override
    public Publisher<Void> releaseSavepoint(String name) {
        return answered(pooled.releaseSavepoint(name));
    }

    @Override
    public Publisher<Void> setAutoCommit(boolean autoCommit) {
        return answered(pooled.setAutoCommit(autoCommit));
    }

    @Override
    public Publisher<Void> setLockWaitTimeout(Duration timeout) {
        return answered(pooled.setLockWaitTimeout(timeout));
    }

    @Override
    public Publisher<Void> setStatementTimeout(Duration timeout) {
        return answered(pooled.setStatementTimeout(timeout));
    }

    @Override
    public Publisher<Void> setTransactionIsolationLevel(IsolationLevel level) {
        return answered(pooled.setTransactionIsolationLevel(level));
    }

    @Override
    public Publisher<Void> close() {
        return pooled.close();
    }

    @Override
    public Publisher<Boolean> validate(ValidationDepth depth) {
        return answered(pooled.validate(depth));
    }

    @Override
    public Batch createBatch() {
        return pooled.createBatch();
    }

    @Override
    public Statement createStatement(String sql) {
        return new AnsweringStatement(pooled.createStatement(sql), this);
    }

    @Override
    public ConnectionMetadata getMetadata() {
        return pooled.getMetadata();
    }

    @Override
    public IsolationLevel getTransactionIsolationLevel() {
        return pooled.getTransactionIsolationLevel();
    }

    @Override
    public boolean isAutoCommit() {
        return pooled.isAutoCommit();
    }
}
