/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import dev.gretlab.api.config.ServerConfiguration;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.PostgresqlConnectionFactoryProvider;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.Disposable;
import reactor.netty.resources.LoopResources;

@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    /** A request that waits longer for a connection is told to come back. */
    private static final Duration LONGEST_ACQUIRE = Duration.ofSeconds(3);

    /** More than the statement_timeout of the role, with which a server that lives answers. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(12);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final int READY_CONNECTIONS = 4;

    @Bean(destroyMethod = "dispose")
    ConnectionPool connectionPool(ServerConfiguration configuration) {
        // Not colocated: a pool that is filled from one event loop would otherwise do all its work
        // on that one.
        LoopResources loops =
                LoopResources.create(
                        "gretlab-db", -1, Runtime.getRuntime().availableProcessors(), true, false);
        ConnectionFactoryOptions options =
                options(configuration, configuration.pooledUrl())
                        .option(PostgresqlConnectionFactoryProvider.LOOP_RESOURCES, loops)
                        // named statements do not survive a pooler in transaction mode
                        .option(
                                PostgresqlConnectionFactoryProvider
                                        .PREPARED_STATEMENT_CACHE_QUERIES,
                                0)
                        .build();
        int ready = Math.min(READY_CONNECTIONS, configuration.poolSize());
        ConnectionPool pool =
                new ConnectionPool(
                        ConnectionPoolConfiguration.builder(factory(options))
                                .name("gretlab")
                                .initialSize(ready)
                                .minIdle(ready)
                                .maxSize(configuration.poolSize())
                                .maxAcquireTime(LONGEST_ACQUIRE)
                                .maxCreateConnectionTime(CONNECT_TIMEOUT)
                                .maxIdleTime(Duration.ofMinutes(1))
                                // A PgBouncer that is to go waits until its clients have gone, so
                                // they do not stay for long; and replicas that started together
                                // do not reconnect together.
                                .maxLifeTime(
                                        Duration.ofSeconds(
                                                45 + ThreadLocalRandom.current().nextInt(15)))
                                .backgroundEvictionInterval(Duration.ofSeconds(10))
                                // after the database was away every pooled connection may be dead,
                                // and each
                                // is tried once
                                .acquireRetry(configuration.poolSize() + 1)
                                .build());
        // While the rest of the program starts, so that the first requests do not wait for
        // handshakes on a cold process; without a database it serves all the same, and says 503.
        Disposable _ = pool.warmup().onErrorComplete().subscribe();
        return pool;
    }

    @Bean
    DatabaseClient databaseClient(ConnectionFactory connections) {
        return DatabaseClient.create(connections);
    }

    @Bean
    ReactiveTransactionManager transactionManager(ConnectionFactory connections) {
        return new R2dbcTransactionManager(connections);
    }

    @Bean
    TransactionalOperator transactionalOperator(ReactiveTransactionManager manager) {
        return TransactionalOperator.create(manager);
    }

    /** What the rest of the program uses: the pool, but with an end to all waiting. */
    @Bean
    @org.springframework.context.annotation.Primary
    ConnectionFactory connections(ConnectionPool pool) {
        return new ImpatientConnectionFactory(pool, LONGEST_ACQUIRE.plusSeconds(1), LONGEST_ANSWER);
    }

    @Bean
    Database database(DatabaseClient client, TransactionalOperator transaction) {
        return new Database(client, transaction);
    }

    /** The session for LISTEN goes past the pooler, in whose sessions no notification arrives. */
    @Bean
    Notifications notifications(ServerConfiguration configuration) {
        return new Notifications(
                factory(
                        options(configuration, configuration.directUrl())
                                .option(
                                        PostgresqlConnectionFactoryProvider.APPLICATION_NAME,
                                        "gretlab-api-listen")
                                .build()));
    }

    private static PostgresqlConnectionFactory factory(ConnectionFactoryOptions options) {
        return new PostgresqlConnectionFactory(
                PostgresqlConnectionFactoryProvider.builder(options).build());
    }

    private static ConnectionFactoryOptions.Builder options(
            ServerConfiguration configuration, String url) {
        return ConnectionFactoryOptions.parse(url)
                .mutate()
                .option(ConnectionFactoryOptions.USER, configuration.databaseUser())
                .option(ConnectionFactoryOptions.PASSWORD, configuration.databasePassword())
                .option(ConnectionFactoryOptions.CONNECT_TIMEOUT, CONNECT_TIMEOUT)
                .option(PostgresqlConnectionFactoryProvider.APPLICATION_NAME, "gretlab-api")
                .option(PostgresqlConnectionFactoryProvider.TCP_KEEPALIVE, true);
    }
}
