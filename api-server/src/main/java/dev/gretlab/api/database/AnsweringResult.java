/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.reactivestreams.Publisher;

/**
 * A result of an {@link AnsweringConnection}. The driver hands it out before the server has
 * answered anything, so it is here that the answer is waited for.
 */
final class AnsweringResult implements Result {

    private final Result result;
    private final AnsweringConnection connection;

    AnsweringResult(Result result, AnsweringConnection connection) {
        this.result = result;
        this.connection = connection;
    }

    @Override
    public Publisher<Long> getRowsUpdated() {
        return connection.answered(result.getRowsUpdated());
    }

    @Override
    public <T> Publisher<T> map(BiFunction<Row, RowMetadata, ? extends T> mapping) {
        return connection.answered(result.map(mapping));
    }

    @Override
    public <T> Publisher<T> map(Function<? super Readable, ? extends T> mapping) {
        return connection.answered(result.map(mapping));
    }

    @Override
    public Result filter(Predicate<Segment> filter) {
        return new AnsweringResult(result.filter(filter), connection);
    }

    @Override
    public <T> Publisher<T> flatMap(Function<Segment, ? extends Publisher<? extends T>> mapping) {
        return connection.answered(result.flatMap(mapping));
    }
}
