/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.config.ServerConfiguration;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where the operator asks how the lab is: a port of its own, so that no gateway or Ingress can lead
 * to it and a network policy can name it. Whoever does not know the token learns nothing, not even
 * which paths there are.
 */
@Component
class StateServer implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(StateServer.class);

    private static final String PATH = "/state";
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration SLOWEST_CALLER = Duration.ofSeconds(10);
    private static final Duration STOPPING = Duration.ofSeconds(3);
    private static final int LONGEST_LINE = 4096;

    private final ServerConfiguration configuration;
    private final OverviewStore overview;
    private final ReactorResourceFactory resources;
    private final JsonMapper json;
    private volatile @Nullable DisposableServer server;

    StateServer(
            ServerConfiguration configuration,
            OverviewStore overview,
            ReactorResourceFactory resources,
            JsonMapper json) {
        this.configuration = configuration;
        this.overview = overview;
        this.resources = resources;
        this.json = json;
    }

    /** The port that it listens on. Fails when there is no token, and hence no listener. */
    int port() {
        DisposableServer running = server;
        if (running == null) {
            throw new IllegalStateException("nobody may ask for the state");
        }
        return running.port();
    }

    @Override
    public void start() {
        configuration
                .state()
                .ifPresent(address -> {
                    byte[] expected = Sha256.of("Bearer " + address.token()).bytes();
                    server =
                            HttpServer.create()
                                    .runOn(resources.getLoopResources())
                                    .host(address.bind())
                                    .port(address.port())
                                    // its callers are few and ask seldom: nothing is kept for them
                                    .maxKeepAliveRequests(1)
                                    .idleTimeout(SLOWEST_CALLER)
                                    .requestTimeout(SLOWEST_CALLER)
                                    .httpRequestDecoder(decoder ->
                                            decoder.maxInitialLineLength(LONGEST_LINE)
                                                    .maxHeaderSize(2 * LONGEST_LINE))
                                    .handle((request, response) ->
                                            answer(request, response, expected))
                                    .bindNow();
                    LOG.info("tells its state on port {}", port());
                });
    }

    @Override
    public void stop() {
        DisposableServer running = server;
        server = null;
        if (running != null) {
            running.disposeNow(STOPPING);
        }
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** A replica that drains still tells the state. */
    @Override
    public int getPhase() {
        return 0;
    }

    private Publisher<Void> answer(
            HttpServerRequest request, HttpServerResponse response, byte[] expected) {
        if (!isAllowed(request.requestHeaders(), expected)) {
            response.header(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
            return send(response, HttpResponseStatus.UNAUTHORIZED, "{\"error\":\"unauthorized\"}");
        }
        if (!request.method().equals(HttpMethod.GET) || !request.uri().equals(PATH)) {
            return send(response, HttpResponseStatus.NOT_FOUND, "{\"error\":\"not found\"}");
        }
        return state().map(json::writeValueAsString)
                .map(text -> new Answer(HttpResponseStatus.OK, text))
                .onErrorResume(error -> {
                    LOG.warn("the state cannot be told: {}", error.getClass().getSimpleName());
                    return Mono.just(
                            new Answer(
                                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                                    "{\"error\":\"database\"}"));
                })
                .flatMap(answer -> Mono.from(send(response, answer.status(), answer.text())));
    }

    private record Answer(HttpResponseStatus status, String text) {}

    private Mono<LabState> state() {
        return Mono.zip(
                        overview.figures(),
                        overview.reports(),
                        overview.contests(),
                        overview.database())
                .map(all -> {
                    QueueFigures figures = all.getT1();
                    return new LabState(
                            all.getT4().schemaVersion(),
                            figures.oldestSeconds(),
                            figures.runnersOnline(),
                            figures.wantedRunners(),
                            all.getT4().connectionLimit(),
                            all.getT2(),
                            all.getT3());
                })
                .timeout(PATIENCE);
    }

    private static Publisher<Void> send(
            HttpServerResponse response, HttpResponseStatus status, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return response.status(status)
                .header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(bytes.length))
                .header(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .sendByteArray(Mono.just(bytes));
    }

    /**
     * Hashes are compared, so that time tells neither how much of a guess is right nor its length.
     */
    private static boolean isAllowed(HttpHeaders headers, byte[] expected) {
        List<String> words = headers.getAll(HttpHeaderNames.AUTHORIZATION);
        return words.size() == 1
                && MessageDigest.isEqual(Sha256.of(words.getFirst()).bytes(), expected);
    }
}
