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

/**
 * The pool tries again and again while connecting fails; this bounds the sum of it, and the time
 * that a server may take for one answer.
 */
final class ImpatientConnectionFactory implements ConnectionFactory {

    private final ConnectionFactory pool;
    private final Duration connecting;
    private final Duration answering;

    ImpatientConnectionFactory(ConnectionFactory pool, Duration connecting, Duration answering) {
        this.pool = pool;
        this.connecting = connecting;
        this.answering = answering;
    }

    @Override
    public Publisher<? extends Connection> create() {
        return Mono.from(pool.create())
                .timeout(connecting)
                .map(connection -> new AnsweringConnection(connection, answering));
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return pool.getMetadata();
    }
}
