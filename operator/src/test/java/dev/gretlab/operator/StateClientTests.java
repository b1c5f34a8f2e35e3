/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class StateClientTests {

    private static final StateClient CLIENT = new StateClient(Duration.ofSeconds(5));
    private static final String GOOD =
            """
            {"schemaVersion": 33, "oldestQueuedSeconds": 0.5, "runnersOnline": 1, "wantedRunners": 0, "connectionLimit": 97, "runners": [
             {"name": "b", "version": "0.1.0", "isolation": "gvisor", "online": true, "selfTestPassed": true, "failed": [], "lastBeatSeconds": 1.5},
             {"name": "a\\n\\u001b[31m%s", "version": "0.1.0", "isolation": "<b>", "online": true, "selfTestPassed": false, "failed": ["x y"]},
             {"name": "c", "version": "0.1.0", "isolation": "gvisor", "online": true, "failed": []},
             {"name": "silent", "version": "0.1.0", "isolation": "namespaces", "online": false, "selfTestPassed": false, "failed": ["x"]}],
             "runningContests": [{"slug": "spring", "endsAt": "2026-11-30T14:00:00Z"}], "more": {}}
            """
                    .formatted("z".repeat(200));

    @AfterAll
    static void close() {
        CLIENT.close();
    }

    private static Heard ask(StateClient client, URI address, String token) {
        return client.ask(address, token).orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static Heard answered(HttpHandler handler) throws IOException {
        try (Answers answers = new Answers(handler)) {
            return ask(CLIENT, answers.address("/state"), "secret");
        }
    }

    private static String reason(Heard heard) {
        return heard instanceof Heard.Silent(String reason, String _) ? reason : heard.toString();
    }

    @Test
    void whatIsToldIsReadAndCutToWhatIsHarmless() throws IOException {
        AtomicReference<String> asked = new AtomicReference<>();
        Heard heard =
                answered(exchange -> {
                    asked.set(
                            exchange.getRequestMethod()
                                    + " "
                                    + exchange.getRequestURI()
                                    + " "
                                    + exchange.getRequestHeaders().getFirst("Authorization"));
                    Answers.answer(exchange, 200, GOOD);
                });
        assertThat(asked).hasValue("GET /state Bearer secret");
        assertThat(heard)
                .isEqualTo(
                        new Heard.Told(
                                new LabState(
                                        List.of(
                                                new LabState.Runner(
                                                        "a???31m" + "z".repeat(56),
                                                        "?b?",
                                                        List.of("x?y")),
                                                new LabState.Runner("b", "gvisor", List.of()),
                                                new LabState.Runner(
                                                        "c", "gvisor", List.of("selfTest"))),
                                        List.of(
                                                new LabState.Contest(
                                                        "spring",
                                                        Instant.parse("2026-11-30T14:00:00Z"))),
                                        97)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401|{}|TokenRefused",
                "503|{}|DatabaseAway",
                "404|{}|AnswerUnknown",
                "200|hello|AnswerUnknown",
                "200|{\"runners\":[]}|AnswerUnknown",
                "200|{\"runners\":{},\"runningContests\":[]}|AnswerUnknown",
                "200|{\"runners\":[],\"runningContests\":[{\"slug\":\"x\"}]}|AnswerUnknown"
            })
    void anyOtherAnswerIsNone(int status, String text, String reason) throws IOException {
        assertThat(reason(answered(exchange -> Answers.answer(exchange, status, text))))
                .isEqualTo(reason);
    }

    @Test
    void itFollowsNobody() throws IOException {
        AtomicInteger followed = new AtomicInteger();
        try (Answers elsewhere =
                new Answers(exchange -> {
                    followed.incrementAndGet();
                    Answers.answer(exchange, 200, GOOD);
                })) {
            assertThat(
                            reason(
                                    answered(exchange -> {
                                        exchange.getResponseHeaders()
                                                .set(
                                                        "Location",
                                                        elsewhere.address("/state").toString());
                                        Answers.answer(exchange, 302, "");
                                    })))
                    .isEqualTo("AnswerUnknown");
        }
        assertThat(followed).hasValue(0);
    }

    @Test
    void anEndlessAnswerIsNotReadToItsEnd() throws IOException {
        assertThat(
                        reason(
                                answered(exchange -> {
                                    exchange.sendResponseHeaders(200, 0);
                                    byte[] blanks = new byte[1 << 16];
                                    while (true) {
                                        exchange.getResponseBody().write(blanks);
                                    }
                                })))
                .isEqualTo("ApiSilent");
    }

    @Test
    void anAnswerThatDripsIsNotWaitedFor() throws IOException {
        try (StateClient impatient = new StateClient(Duration.ofMillis(300));
                Answers answers =
                        new Answers(exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            while (!Thread.currentThread().isInterrupted()) {
                                exchange.getResponseBody().write(' ');
                                exchange.getResponseBody().flush();
                                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
                            }
                        })) {
            assertThat(ask(impatient, answers.address("/state"), "secret"))
                    .isEqualTo(new Heard.Silent("ApiSilent", "it does not answer in time"));
        }
    }

    /** One that led elsewhere once must not lead there again. */
    @Test
    void eachQuestionHasAConnectionOfItsOwn() throws IOException {
        Set<InetSocketAddress> callers = ConcurrentHashMap.newKeySet();
        try (Answers answers =
                new Answers(exchange -> {
                    callers.add(exchange.getRemoteAddress());
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                })) {
            for (int i = 0; i < 3; i++) {
                ask(CLIENT, answers.address("/state"), "secret");
            }
        }
        assertThat(callers).hasSize(3);
    }

    @Test
    void whereNobodyListensIsSilent() throws IOException {
        URI nobody;
        try (Answers answers = new Answers(exchange -> exchange.close())) {
            nobody = answers.address("/state");
        }
        assertThat(ask(CLIENT, nobody, "secret"))
                .isEqualTo(new Heard.Silent("ApiSilent", "nothing takes the connection"));
    }

    @Test
    void aTokenThatNoHeaderCarriesIsTold() {
        assertThat(reason(ask(CLIENT, URI.create("http://127.0.0.1:1/state"), "a\nb")))
                .isEqualTo("TokenUnusable");
    }
}
