/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that keep a connection without saying what they want. */
@Tag("api")
@Timeout(60)
class SlowClientTests {

    private static final Lab LAB = Lab.start(Map.of("GRETLAB_CLIENT_PATIENCE_SECONDS", "1"));

    @AfterAll
    static void close() {
        LAB.close();
    }

    private static Socket connected() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), URI.create(LAB.url()).getPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** All that comes until the server closes. */
    private static String restOf(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (SocketException e) {
            // closed with a reset, for what was sent and never read
            return "";
        }
    }

    private static String request(String method, String path, Lab.Person person, String more) {
        return "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s\r\n"
                .formatted(method, path, person.token(), more);
    }

    @Test
    void whoSaysNothingIsCutOff() throws IOException {
        saysNothing();
    }

    /** Comes back when the server has closed the connection. */
    private static void saysNothing() throws IOException {
        try (Socket silent = connected()) {
            assertThat(restOf(silent)).isEmpty();
        }
    }

    @Test
    void whoSendsTheHeadByteByByteIsCutOff() throws IOException {
        try (Socket slow = connected()) {
            // a timeout between reads would never strike
            slow.setSoTimeout(100);
            long begun = System.nanoTime();
            boolean open = true;
            send(slow, "GET /api/health HTTP/1.1\r\nX-Slow: ");
            while (open) {
                try {
                    send(slow, "x");
                    open = slow.getInputStream().read() >= 0;
                } catch (SocketTimeoutException e) {
                    assertThat(Duration.ofNanos(System.nanoTime() - begun))
                            .isLessThan(Duration.ofSeconds(20));
                } catch (SocketException e) {
                    open = false;
                }
            }
        }
    }

    @Test
    void whoDoesNotSendTheBodyIsToldAndCutOff() throws IOException {
        Lab.Person student = LAB.student();
        try (Socket slow = connected()) {
            send(
                    slow,
                    request(
                                    "POST",
                                    "/api/v1/runs",
                                    student,
                                    "Content-Type: application/json\r\nContent-Length: 100\r\n")
                            + "{\"lang");
            assertThat(restOf(slow)).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void whoWaitsForAnAnswerOrBetweenRequestsIsNot() throws IOException {
        Lab.Person student = LAB.student();
        String run =
                Http.send(
                                student.client(),
                                "POST",
                                "/api/v1/runs",
                                Map.of("language", "python", "source", "x"))
                        .text("id");
        try (Socket stream = connected();
                Socket idle = connected()) {
            send(stream, request("GET", "/api/v1/runs/" + run + "/events", student, ""));
            BufferedReader events =
                    new BufferedReader(
                            new InputStreamReader(
                                    stream.getInputStream(), StandardCharsets.US_ASCII));
            until(events, "data:");
            BufferedReader answers =
                    new BufferedReader(
                            new InputStreamReader(
                                    idle.getInputStream(), StandardCharsets.US_ASCII));
            send(idle, request("GET", "/api/health", student, ""));
            until(answers, "{\"status\":\"up\"}");
            // somebody who came later is out already
            saysNothing();
            saysNothing();
            send(idle, request("GET", "/api/health", student, "Connection: close\r\n"));
            until(answers, "{\"status\":\"up\"}");
            try (Runner runner = new Runner(LAB)) {
                runner.completeAll("accepted");
            }
            until(events, "accepted");
        }
    }

    private static void until(BufferedReader lines, String text) throws IOException {
        char[] piece = new char[1024];
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(text) < 0) {
            int length = lines.read(piece);
            assertThat(length).as("it ended after: " + seen).isPositive();
            seen.append(piece, 0, length);
        }
    }

    @Test
    void whoLeavesInTheMiddleIsNoErrorOfOurs() throws IOException {
        Lab.Person student = LAB.student();
        try (Lab.Printed printed = new Lab.Printed()) {
            for (int i = 0; i < 50; i++) {
                try (Socket leaving = connected()) {
                    send(
                            leaving,
                            request(
                                            "POST",
                                            "/api/v1/runs",
                                            student,
                                            "Content-Type: application/json\r\nContent-Length: 100\r\n")
                                    + "{\"lang");
                    if (i % 2 == 0) {
                        // with a reset
                        leaving.setSoLinger(true, 0);
                    }
                }
                try (Socket leaving = connected()) {
                    send(leaving, request("GET", "/api/v1/problems", student, ""));
                    leaving.setSoLinger(true, 0);
                }
            }
            // the server is done with them when it has closed somebody who came after them
            saysNothing();
            saysNothing();
            assertThat(printed.text()).doesNotContain("ERROR").doesNotContain("Aborted");
        }
    }
}
