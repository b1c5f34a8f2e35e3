/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class EventStreamTests {

    @Test
    void givesEventsAsTheyComeThenSilenceThenTheEnd() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        try (Site site =
                        new Site(
                                200,
                                body -> {
                                    body.write(
                                            bytes(
                                                    ": beat\n\nevent: status\nid: 3\ndata: {\"state\": \"queued\"}\n\n"));
                                    body.flush();
                                    goOn.await(20, TimeUnit.SECONDS);
                                    body.write(
                                            bytes(
                                                    "event: status\ndata: {\"state\":\ndata: \"done\"}\n\n"));
                                });
                EventStream stream = site.client().events("/events")) {
            assertThat(stream.next(20_000))
                    .isInstanceOfSatisfying(
                            EventStream.Event.class,
                            event ->
                                    assertThat(event.data().path("state").asString())
                                            .isEqualTo("queued"));
            assertThat(stream.next(1)).isEqualTo(new EventStream.Silence());
            goOn.countDown();
            assertThat(stream.next(20_000))
                    .isInstanceOfSatisfying(
                            EventStream.Event.class,
                            event -> {
                                assertThat(event.name()).isEqualTo("status");
                                assertThat(event.data().path("state").asString()).isEqualTo("done");
                            });
            assertThat(stream.next(20_000)).isEqualTo(new EventStream.End(200));
        }
    }

    @Test
    void aRefusedStreamEndsWithItsStatus() throws Exception {
        try (Site site = new Site(503, body -> body.write(bytes("data: {}\n\n")));
                EventStream stream = site.client().events("/events")) {
            assertThat(stream.next(20_000)).isEqualTo(new EventStream.End(503));
        }
    }

    @Test
    void nobodyThereEndsItWithoutAStatus() throws Exception {
        LabClient client;
        try (Site site = new Site(200, body -> {})) {
            client = site.client();
        }
        try (EventStream stream = client.events("/events")) {
            assertThat(stream.next(20_000)).isEqualTo(new EventStream.End(0));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private interface Body {
        void write(OutputStream to) throws IOException, InterruptedException;
    }

    private static final class Site implements AutoCloseable {

        private final HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Site(int status, Body body) throws IOException {
            server.setExecutor(threads);
            server.createContext(
                    "/events",
                    exchange -> {
                        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                        exchange.sendResponseHeaders(status, 0);
                        try (OutputStream out = exchange.getResponseBody()) {
                            body.write(out);
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
            server.start();
        }

        LabClient client() {
            return LabClient.anonymous("http://127.0.0.1:" + server.getAddress().getPort());
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
