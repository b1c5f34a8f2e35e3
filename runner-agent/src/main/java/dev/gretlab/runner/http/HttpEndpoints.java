/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.gretlab.runner.agent.Agent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** /healthz: this process is alive. /readyz: it takes jobs. /metrics: for Prometheus. */
public final class HttpEndpoints implements AutoCloseable {

    private final HttpServer server;
    private final Agent agent;
    private final @Nullable String metricsToken;

    private HttpEndpoints(HttpServer server, Agent agent, @Nullable String metricsToken) {
        this.server = server;
        this.agent = agent;
        this.metricsToken = metricsToken;
    }

    /**
     * Listens.
     *
     * @param port 0 for any that is free
     * @param metricsToken asked for as a Bearer by /metrics; null for none
     */
    public static HttpEndpoints listen(
            String bind, int port, Agent agent, @Nullable String metricsToken) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(bind, port), 16);
        HttpEndpoints endpoints = new HttpEndpoints(server, agent, metricsToken);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/healthz", endpoints.get("/healthz", endpoints::health));
        server.createContext("/readyz", endpoints.get("/readyz", endpoints::ready));
        server.createContext("/metrics", endpoints.get("/metrics", endpoints::metrics));
        server.start();
        return endpoints;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private HttpHandler get(String path, HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                if (!exchange.getRequestURI().getPath().equals(path)) {
                    answer(exchange, 404, "text/plain", "not found\n");
                } else if (!exchange.getRequestMethod().equals("GET")) {
                    exchange.getResponseHeaders().set("Allow", "GET");
                    answer(exchange, 405, "text/plain", "only GET\n");
                } else {
                    handler.handle(exchange);
                }
            }
        };
    }

    private void health(HttpExchange exchange) throws IOException {
        answer(exchange, 200, "text/plain", "ok\n");
    }

    private void ready(HttpExchange exchange) throws IOException {
        boolean ready = agent.ready();
        answer(
                exchange,
                ready ? 200 : 503,
                "text/plain",
                ready ? "ready\n" : "not registered yet, or draining\n");
    }

    private void metrics(HttpExchange exchange) throws IOException {
        if (!allowed(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            answer(exchange, 401, "text/plain", "a token is needed\n");
            return;
        }
        answer(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", agent.metrics().scrape());
    }

    private boolean allowed(@Nullable String authorization) {
        return metricsToken == null
                || (authorization != null
                        && MessageDigest.isEqual(
                                ("Bearer " + metricsToken).getBytes(StandardCharsets.UTF_8),
                                authorization.getBytes(StandardCharsets.UTF_8)));
    }

    private static void answer(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
