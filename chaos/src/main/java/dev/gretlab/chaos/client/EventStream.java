/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An open stream of server-sent events. Read by one thread; {@link #close()} ends the connection.
 */
public final class EventStream implements AutoCloseable {

    /** What came next. */
    public sealed interface Next {}

    /** An event with its JSON. */
    public record Event(String name, JsonNode data) implements Next {}

    /** Nothing came in time; the stream is still open. */
    public record Silence() implements Next {}

    /**
     * The stream is over.
     *
     * @param status HTTP status; 0 when the connection broke before there was one
     */
    public record End(int status) implements Next {}

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final LinkedBlockingQueue<Next> arrived = new LinkedBlockingQueue<>();
    private final CompletableFuture<HttpResponse<Void>> response;
    private volatile int status;
    private volatile Flow.@Nullable Subscription subscription;
    private volatile boolean closed;
    private volatile boolean ended;

    /** Starts the request with the given sender, which must not block. */
    EventStream(Sender sender) {
        response = sender.send(this::handle);
        var _ = response.whenComplete((ok, failure) -> arrived.add(new End(status)));
    }

    /** Sends the stream's request. */
    interface Sender {
        CompletableFuture<HttpResponse<Void>> send(HttpResponse.BodyHandler<Void> handler);
    }

    private BodySubscriber<Void> handle(HttpResponse.ResponseInfo info) {
        status = info.statusCode();
        return BodySubscribers.fromLineSubscriber(new Lines());
    }

    /** Waits at most so long for the next event. */
    public Next next(long millis) throws InterruptedException {
        Next next = arrived.poll(Math.max(0, millis), TimeUnit.MILLISECONDS);
        return next == null ? new Silence() : next;
    }

    @Override
    public void close() {
        closed = true;
        if (ended) {
            return; // its connection serves others by now
        }
        Flow.Subscription open = subscription;
        if (open != null) {
            open.cancel();
        }
        response.cancel(true);
    }

    private final class Lines implements Flow.Subscriber<String> {

        private String name = "message";
        private final StringBuilder data = new StringBuilder();

        @Override
        public void onSubscribe(Flow.Subscription opened) {
            subscription = opened;
            if (closed) {
                opened.cancel();
            } else {
                opened.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(String line) {
            if (status != 200) {
                return; // not events, but the reason why there are none
            }
            if (line.isEmpty()) {
                if (data.length() > 0) {
                    arrived.add(new Event(name, JSON.readTree(data.toString())));
                }
                data.setLength(0);
                name = "message";
            } else if (line.startsWith("event:")) {
                name = line.substring(6).strip();
            } else if (line.startsWith("data:")) {
                data.append(data.length() == 0 ? "" : "\n").append(line.substring(5).strip());
            }
        }

        @Override
        public void onError(Throwable failure) {
            // the request's own end says it
            ended = true;
        }

        @Override
        public void onComplete() {
            ended = true;
        }
    }
}
