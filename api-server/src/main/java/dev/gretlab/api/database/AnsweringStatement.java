/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import io.r2dbc.spi.Result;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;

/** A statement of an {@link AnsweringConnection}. */
final class AnsweringStatement implements Statement {

    private final Statement statement;
    private final AnsweringConnection connection;

    AnsweringStatement(Statement statement, AnsweringConnection connection) {
        this.statement = statement;
        this.connection = connection;
    }

    @Override
    public Publisher<? extends Result> execute() {
        return connection
                .<Result>answered(statement.execute())
                .map(result -> new AnsweringResult(result, connection));
    }

    @Override
    public Statement add() {
        statement.add();
        return this;
    }

    @Override
    public Statement bind(int index, Object value) {
        statement.bind(index, value);
        return this;
    }

    @Override
    public Statement bind(String name, Object value) {
        statement.bind(name, value);
        return this;
    }

    @Override
    public Statement bindNull(int index, Class<?> type) {
        statement.bindNull(index, type);
        return this;
    }

    @Override
    public Statement bindNull(String name, Class<?> type) {
        statement.bindNull(name, type);
        return this;
    }

    @Override
    public Statement returnGeneratedValues(String... columns) {
        statement.returnGeneratedValues(columns);
        return this;
    }

    @Override
    public Statement fetchSize(int rows) {
        statement.fetchSize(rows);
        return this;
    }
}
