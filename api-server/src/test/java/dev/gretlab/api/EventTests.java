/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("api")
@Timeout(60)
class EventTests {

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();

    @BeforeEach
    void emptyQueue() {
        try (Runner runner = new Runner(lab)) {
            runner.completeAll("accepted");
        }
    }

    /** A stream as a browser reads it. */
    private static final class Stream implements AutoCloseable {

        private final HttpResponse<java.io.InputStream> response;
        private final BufferedReader lines;

        Stream(Lab.Person person, String id, @Nullable String lastEventId)
                throws IOException, InterruptedException {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(
                                    URI.create(
                                            person.lab().url() + "/api/v1/runs/" + id + "/events"))
                            .header("Authorization", "Bearer " + person.token())
                            .header("Accept", "text/event-stream");
            if (lastEventId != null) {
                request.header("Last-Event-ID", lastEventId);
            }
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        /** Id and data of the next event; null at the end of the stream. */
        Event next() throws IOException {
            String id = "";
            String data = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id:")) {
                    id = line.substring(3);
                } else if (line.startsWith("data:")) {
                    data = line.substring(5);
                } else if (line.isEmpty() && !data.isEmpty()) {
                    return new Event(id, data);
                }
            }
            return new Event("end", "");
        }

        /** Reads on until an event holds this. */
        Event until(String text) throws IOException {
            for (Event event = next(); !event.id().equals("end"); event = next()) {
                if (event.data().contains(text)) {
                    return event;
                }
            }
            throw new AssertionError("the stream ended before " + text);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private record Event(String id, String data) {}

    private String run() {
        return Http.send(
                        student.client(),
                        "POST",
                        "/api/v1/runs",
                        Map.of("language", "python", "source", "x"))
                .text("id");
    }

    @Test
    void aStreamTellsEachStepAndEnds() throws Exception {
        String id = run();
        try (Runner runner = new Runner(lab);
                Stream stream = new Stream(student, id, null)) {
            assertThat(stream.response.statusCode()).isEqualTo(200);
            assertThat(stream.response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
            assertThat(stream.response.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(stream.next().data())
                    .contains("\"state\":\"queued\"")
                    .contains("\"position\":");
            Runner.Claimed claimed = runner.claim(1).getFirst();
            runner.progress(claimed, "testing", 0, 1);
            assertThat(stream.until("testing").data()).contains("\"state\":\"running\"");
            runner.complete(claimed, "accepted", new byte[0], null);
            Event last = stream.until("done");
            assertThat(last.data()).contains("\"verdict\":\"accepted\"");
            assertThat(Long.parseLong(last.id()))
                    .isEqualTo(lab.count("select revision from jobs where id = ?::uuid", id));
            assertThat(stream.next().id()).isEqualTo("end");
        }
    }

    @Test
    void aFailedAttemptIsToldWhileItIsTriedAgain() throws Exception {
        String id = run();
        try (Runner runner = new Runner(lab);
                Stream stream = new Stream(student, id, null)) {
            assertThat(stream.next().data()).contains("\"lastAttemptFailed\":false");
            runner.fail(runner.claim(1).getFirst(), "the jail did not start");
            assertThat(stream.until("\"lastAttemptFailed\":true").data())
                    .contains("\"state\":\"queued\"")
                    .contains("\"attempt\":1,\"attemptsLeft\":2")
                    .doesNotContain("jail");
            runner.failToTheEnd("the jail did not start");
            assertThat(stream.until("done").data())
                    .contains("\"verdict\":\"system_error\"")
                    .contains("\"attemptsLeft\":0");
        }
    }

    @Test
    void whoComesBackIsToldWhatWasMissed() throws Exception {
        String id = run();
        String seen;
        try (Stream stream = new Stream(student, id, null)) {
            seen = stream.next().id();
        }
        try (Runner runner = new Runner(lab)) {
            runner.complete(runner.claim(1).getFirst(), "time_limit", new byte[0], null);
        }
        try (Stream stream = new Stream(student, id, seen)) {
            assertThat(stream.next().data()).contains("time_limit");
            assertThat(stream.next().id()).isEqualTo("end");
        }
    }

    @Test
    void aLostNotificationIsMadeUpForByLooking() throws Exception {
        String id = run();
        try (Runner runner = new Runner(lab);
                Stream stream = new Stream(student, id, null)) {
            stream.next();
            runner.claim(1);
            // nobody announced that
            assertThat(stream.until("running").data()).contains("compiling");
            Http.send(student.client(), "DELETE", "/api/v1/runs/" + id);
            assertThat(stream.until("done").data()).contains("cancelled");
        }
    }

    @Test
    void whileNothingHappensTheConnectionIsKeptAlive() throws Exception {
        String id = run();
        try (Runner runner = new Runner(lab)) {
            runner.claim(1);
            try (Stream stream = new Stream(student, id, null)) {
                stream.next();
                long begun = System.nanoTime();
                String line = stream.lines.readLine();
                while (!line.startsWith(":")) {
                    line = stream.lines.readLine();
                }
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
            }
        }
        Http.send(student.client(), "DELETE", "/api/v1/runs/" + id);
    }

    @Test
    void whoHasGoneIsForgotten() throws Exception {
        String id = run();
        try (Stream stream = new Stream(student, id, null)) {
            stream.next();
            assertThat(clients()).isGreaterThanOrEqualTo(1);
        }
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> clients() == 0);
    }

    private double clients() {
        String metrics =
                Http.send(
                                lab.anyone(),
                                "GET",
                                "/api/metrics",
                                null,
                                Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                        .body();
        return metrics.lines()
                .filter(line -> line.startsWith("gretlab_sse_clients "))
                .mapToDouble(
                        line -> Double.parseDouble(line.substring("gretlab_sse_clients ".length())))
                .findFirst()
                .orElseThrow();
    }
}
