/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** The pool tries again and again while connecting fails; this bounds the sum of it. */
final class ImpatientConnectionFactory implements ConnectionFactory {

    private final ConnectionFactory pool;
    private final Duration patience;

    ImpatientConnectionFactory(ConnectionFactory pool, Duration patience) {
        this.pool = pool;
        this.patience = patience;
    }

    @Override
    public Publisher<? extends Connection> create() {
        return Mono.from(pool.create()).timeout(patience);
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return pool.getMetadata();
    }
}
