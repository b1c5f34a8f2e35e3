/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Health and metrics over HTTP: /healthz, /readyz and /metrics. */
final class Management implements AutoCloseable {

    private final HttpServer server;

    private Management(HttpServer server) {
        this.server = server;
    }

    /**
     * @param port 0 for any
     */
    static Management start(
            int port,
            BooleanSupplier healthy,
            BooleanSupplier ready,
            PrometheusMeterRegistry metrics)
            throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 16);
        server.createContext("/healthz", exchange -> yesOrNo(exchange, healthy));
        server.createContext("/readyz", exchange -> yesOrNo(exchange, ready));
        server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.scrape()));
        server.start();
        return new Management(server);
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static void yesOrNo(HttpExchange exchange, BooleanSupplier question)
            throws IOException {
        boolean yes = question.getAsBoolean();
        answer(exchange, yes ? 200 : 503, yes ? "ok\n" : "no\n");
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }
}
