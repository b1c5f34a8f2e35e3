/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.Notification;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** One session that listens, connected again for as long as it takes. */
public final class Notifications {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final Duration PROBE = Duration.ofSeconds(20);

    private final PostgresqlConnectionFactory connections;
    private final AtomicBoolean connected = new AtomicBoolean();

    Notifications(PostgresqlConnectionFactory connections) {
        this.connections = connections;
    }

    /** False: whoever waits for notifications looks on its own for now. */
    public boolean connected() {
        return connected.get();
    }

    /**
     * The payloads of a channel, for ever. An empty one comes after every connect: whatever
     * happened before it was not heard.
     */
    public Flux<String> listen(String channel) {
        return Flux.usingWhen(
                        connections.create(),
                        connection -> listen(connection, channel),
                        connection -> connection.close().onErrorComplete())
                .concatWith(Mono.error(() -> new IllegalStateException("the session ended")))
                .doOnError(this::lost)
                .retryWhen(
                        Retry.backoff(Long.MAX_VALUE, Duration.ofMillis(300))
                                .maxBackoff(Duration.ofSeconds(3))
                                .transientErrors(true));
    }

    private Flux<String> listen(PostgresqlConnection connection, String channel) {
        Flux<String> begun =
                connection
                        .createStatement("listen " + channel)
                        .execute()
                        .flatMap(result -> result.getRowsUpdated())
                        .thenMany(
                                Flux.defer(() -> {
                                    connected.set(true);
                                    LOG.info("listening for {}", channel);
                                    return Flux.just("");
                                }));
        // a peer that vanished without a word is noticed by asking
        Flux<String> probes =
                Flux.interval(PROBE)
                        .onBackpressureDrop()
                        .concatMap(tick ->
                                connection
                                        .createStatement("select 1")
                                        .execute()
                                        .flatMap(result -> result.map(row -> 1))
                                        .then()
                                        .timeout(Duration.ofSeconds(5)))
                        .thenMany(Flux.<String>never());
        Flux<String> payloads =
                connection
                        .getNotifications()
                        .mapNotNull(Notification::getParameter)
                        .concatWith(
                                Mono.error(() -> new IllegalStateException("the session ended")));
        return Flux.merge(payloads, begun, probes);
    }

    private void lost(Throwable error) {
        if (connected.getAndSet(false)) {
            LOG.warn("the listening session is lost: {}", error.getClass().getSimpleName());
        }
    }
}
