/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.gretlab.chaos.client.LabClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One press against an HTTP server that misbehaves as gateways and dying servers do. */
@Tag("unit")
class StudentTests {

    private static final Task TASK =
            new Task("sum", "python", "print(3)", "", null, null, "accepted", "3\n");
    private static final String DONE =
            "{\"state\": \"done\", \"verdict\": \"accepted\", \"pollAfterMs\": 200}";
    private static final String QUEUED = "{\"state\": \"queued\", \"pollAfterMs\": 200}";

    private record Reply(int status, String type, String body) {}

    private final Ledger ledger = new Ledger(60);
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private final Deque<Reply> posts = new ArrayDeque<>();
    private final Deque<Reply> statuses = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Reply events =
            new Reply(200, "text/event-stream", "event: status\ndata: " + DONE + "\n\n");
    private Reply result =
            json(200, "{\"id\": \"1\", \"verdict\": \"accepted\", \"stdout\": \"3\\n\"}");
    private boolean retryAfter = true;
    private HttpServer server;

    StudentTests() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void followsTheStreamToTheResult() throws InterruptedException {
        posts.add(accepted());
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures()).isEmpty();
        assertThat(ledger.finished.sum()).isEqualTo(1);
        assertThat(ledger.runs.count()).isEqualTo(1);
        assertThat(ledger.statusRequests.total()).isZero();
        assertThat(ledger.times(Call.FIRST_EVENT).count()).isEqualTo(1);
    }

    @Test
    void asksForTheStatusWhereTheStreamEndsTooEarly() throws InterruptedException {
        posts.add(accepted());
        events =
                new Reply(
                        200,
                        "text/event-stream",
                        ": hello\n\nevent: status\ndata: " + QUEUED + "\n\n");
        statuses.add(json(200, QUEUED));
        statuses.add(json(200, DONE));
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures()).isEmpty();
        assertThat(ledger.brokenStreams.sum()).isEqualTo(1);
        assertThat(ledger.statusRequests.total()).isEqualTo(2);
    }

    @Test
    void pollsAloneWhereItIsTold() throws InterruptedException {
        posts.add(accepted());
        statuses.add(json(200, QUEUED));
        statuses.add(new Reply(502, "text/html", "<p>Bad gateway"));
        statuses.add(json(200, DONE));
        press(LoadArguments.Follow.STATUS, 20);
        assertThat(ledger.failures()).isEmpty();
        assertThat(ledger.statusRequests.total()).isEqualTo(3);
        assertThat(ledger.repeatedReads.sum()).isEqualTo(1);
    }

    @Test
    void replaysAWriteOnceWithItsKey() throws InterruptedException {
        posts.add(new Reply(502, "text/html", "<p>Bad gateway"));
        posts.add(accepted());
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures()).isEmpty();
        assertThat(ledger.replays())
                .singleElement()
                .asString()
                .contains("the gateway answered 502");
        assertThat(keys).hasSize(2).doesNotContain("null");
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
    }

    @Test
    void aWriteThatBreaksTwiceIsAFailedPress() throws InterruptedException {
        posts.add(new Reply(504, "text/html", ""));
        posts.add(new Reply(504, "text/html", ""));
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures()).singleElement().asString().contains("answered 504");
        assertThat(keys).hasSize(2);
    }

    @Test
    void aPressThatAFullQueueRefusesIsTriedAgain() throws InterruptedException {
        posts.add(problem(503, "queue-full"));
        posts.add(accepted());
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures()).isEmpty();
        assertThat(ledger.refused503.sum()).isEqualTo(1);
        assertThat(ledger.refusedPresses.sum()).isEqualTo(1);
        assertThat(ledger.outageAnswers.sum()).isZero();
        assertThat(ledger.replays()).isEmpty();
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
    }

    @Test
    void aDatabaseThatIsAwayIsAFailureUnlessAnOutageIsAllowed() throws InterruptedException {
        posts.add(problem(503, "database-unavailable"));
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures())
                .singleElement()
                .asString()
                .contains("answered 503: database-unavailable");
        assertThat(keys).hasSize(1);
    }

    @Test
    void anAllowedOutageIsCountedApartAndPressedThroughWithOneKey() throws InterruptedException {
        posts.add(problem(503, "database-unavailable"));
        posts.add(problem(503, "database-unavailable"));
        posts.add(accepted());
        statuses.add(problem(503, "database-unavailable"));
        statuses.add(json(200, DONE));
        press(LoadArguments.Follow.STATUS, 20, "--outage-allowed");
        assertThat(ledger.failures()).isEmpty();
        assertThat(ledger.finished.sum()).isEqualTo(1);
        assertThat(ledger.outageAnswers.sum()).isEqualTo(2);
        assertThat(ledger.outagePresses.sum()).isEqualTo(1);
        assertThat(ledger.outageReads.sum()).isEqualTo(1);
        assertThat(ledger.refused503.sum()).isZero();
        assertThat(ledger.refusedPresses.sum()).isZero();
        assertThat(keys).hasSize(3).containsOnly(keys.getFirst());
    }

    @Test
    void aRefusalThatDoesNotSayWhenToComeBackIsAFailureInAnOutageToo() throws InterruptedException {
        retryAfter = false;
        posts.add(problem(503, "database-unavailable"));
        press(LoadArguments.Follow.EVENTS, 20, "--outage-allowed");
        assertThat(ledger.failures()).singleElement().asString().contains("answered 503");
    }

    @Test
    void anOutageExcusesNoOtherAnswer() throws InterruptedException {
        posts.add(json(500, "{\"detail\": \"something went wrong\"}"));
        press(LoadArguments.Follow.EVENTS, 20, "--outage-allowed");
        posts.add(accepted());
        statuses.add(json(404, "{\"detail\": \"there is no such run\"}"));
        press(LoadArguments.Follow.STATUS, 20, "--outage-allowed");
        assertThat(ledger.failures()).hasSize(2);
        assertThat(ledger.failures().get(0)).contains("answered 500: something went wrong");
        assertThat(ledger.failures().get(1)).contains("status answered 404: there is no such run");
    }

    @Test
    void aRefusalThatOutlastsPatienceIsAFailedPress() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            posts.add(json(429, "{\"detail\": \"three jobs are in flight\"}"));
        }
        press(LoadArguments.Follow.EVENTS, 2);
        assertThat(ledger.failures())
                .singleElement()
                .asString()
                .contains("gave up: refused with 429: three jobs are in flight");
        assertThat(ledger.finished.sum()).isZero();
    }

    @Test
    void aWrongVerdictAndAWrongOutputAreFailures() throws InterruptedException {
        posts.add(accepted());
        result = json(200, "{\"id\": \"1\", \"verdict\": \"system_error\"}");
        press(LoadArguments.Follow.EVENTS, 20);
        posts.add(accepted());
        result = json(200, "{\"id\": \"2\", \"verdict\": \"accepted\", \"stdout\": \"4\\n\"}");
        press(LoadArguments.Follow.EVENTS, 20);
        assertThat(ledger.failures()).hasSize(2);
        assertThat(ledger.failures().get(0)).contains("verdict system_error instead of accepted");
        assertThat(ledger.failures().get(1)).contains("instead of 3");
        assertThat(ledger.runs.count()).isZero();
    }

    @Test
    void aVerdictThatNeverComesIsAFailure() throws InterruptedException {
        posts.add(accepted());
        for (int i = 0; i < 50; i++) {
            statuses.add(json(200, QUEUED));
        }
        press(LoadArguments.Follow.STATUS, 2);
        assertThat(ledger.failures()).singleElement().asString().contains("gave up: no verdict");
    }

    private void press(LoadArguments.Follow follow, int patience, String... more)
            throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(more));
        words.add("--follow=" + follow.name().toLowerCase(java.util.Locale.ROOT));
        words.add("--patience=" + patience);
        LoadArguments arguments = LoadArguments.parse(words.toArray(String[]::new));
        LabClient lab =
                LabClient.anonymous("http://127.0.0.1:" + server.getAddress().getPort())
                        .withToken("t");
        new Student(lab, new Press(0, 0, TASK), ledger, arguments, System.nanoTime(), true).carry();
    }

    private static Reply accepted() {
        return json(202, "{\"id\": \"1\", \"state\": \"queued\", \"pollAfterMs\": 200}");
    }

    private static Reply problem(int status, String name) {
        return new Reply(
                status,
                "application/problem+json",
                "{\"type\": \"https://example.org/problems/%s\", \"detail\": \"%s\"}"
                        .formatted(name, name));
    }

    private static Reply json(int status, String body) {
        return new Reply(status, "application/json", body);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Reply reply;
        synchronized (this) {
            if (exchange.getRequestMethod().equals("POST")) {
                keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")));
                reply = posts.remove();
            } else if (path.endsWith("/status")) {
                reply = statuses.remove();
            } else {
                reply = path.endsWith("/events") ? events : result;
            }
        }
        exchange.getRequestBody().readAllBytes();
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        if (retryAfter && (reply.status() == 429 || reply.status() == 503)) {
            exchange.getResponseHeaders().set("Retry-After", "1");
        }
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
