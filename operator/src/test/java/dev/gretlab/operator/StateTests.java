/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the operator does with what labs' APIs tell. */
@Tag("operator")
class StateTests {

    private static final String FOR_STUDENTS =
            TestCluster.smallest().replace("runners: {allowUnsandboxed: true}\n", "");

    private static final String VERIFIED = runner("lab-runners-1", "gvisor", "");

    /** What the API of a namespace tells; without an entry it says that its database is away. */
    private static final Map<String, String> TOLD = new ConcurrentHashMap<>();

    private static final Map<String, AtomicInteger> ASKED = new ConcurrentHashMap<>();
    private static final CountDownLatch END = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init")
    private static TestCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private static Answers apis;

    @BeforeAll
    static void start() throws IOException {
        apis = new Answers(StateTests::answer);
        cluster =
                TestCluster.start(
                        new StateWatch.Manner(
                                lab -> address(lab.namespace()),
                                Duration.ofSeconds(2),
                                Duration.ofMillis(400),
                                Duration.ofSeconds(5)));
    }

    private static URI address(String namespace) {
        return apis.address("/" + namespace);
    }

    @AfterAll
    static void stop() {
        END.countDown();
        if (cluster != null) {
            cluster.close();
        }
        if (apis != null) {
            apis.close();
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String namespace = exchange.getRequestURI().getPath().substring(1);
        int asked = ASKED.computeIfAbsent(namespace, n -> new AtomicInteger()).incrementAndGet();
        String told = TOLD.get(namespace);
        if ("hangs".equals(told)) {
            try {
                END.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        } else if (!("Bearer " + token(namespace))
                .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            Answers.answer(exchange, 401, "{}");
        } else if (told == null) {
            Answers.answer(exchange, 503, "{}");
        } else {
            // what changes all the time is no news
            Answers.answer(
                    exchange,
                    200,
                    told.replace(
                            "\"runners\"", "\"oldestQueuedSeconds\":" + asked + ",\"runners\""));
        }
    }

    private static void writeToken(String namespace, String json) {
        cluster.admin()
                .secrets()
                .inNamespace(namespace)
                .withName("lab-credentials")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"data\":{\"state\":" + json + "}}");
    }

    private static String token(String namespace) {
        return new String(
                Base64.getDecoder()
                        .decode(
                                cluster.admin()
                                        .secrets()
                                        .inNamespace(namespace)
                                        .withName("lab-credentials")
                                        .get()
                                        .getData()
                                        .get("state")),
                StandardCharsets.UTF_8);
    }

    private static String runner(String name, String isolation, String failed) {
        return told(
                """
                {"name":"%s","version":"0.1.0","isolation":"%s","online":true,"selfTestPassed":%s,"failed":[%s],"lastBeatSeconds":1}\
                """
                        .formatted(name, isolation, failed.isEmpty(), failed),
                "");
    }

    private static String told(String runners, String contests) {
        return "{\"schemaVersion\":33,\"runners\":["
                + runners
                + "],\"runningContests\":["
                + contests
                + "]}";
    }

    private static String lab(String spec, String told) {
        String namespace = cluster.namespace();
        TOLD.put(namespace, told);
        cluster.apply(namespace, spec);
        return namespace;
    }

    private static void awaitAsked(String namespace, int more) {
        int before = ASKED.computeIfAbsent(namespace, n -> new AtomicInteger()).get();
        Await.until(
                more + " more questions",
                () -> ASKED.get(namespace).get() >= before + more,
                () -> "asked " + (ASKED.get(namespace).get() - before));
    }

    @Test
    void aLabIsReadyWhenItsRunnersHaveFoundTheirSandboxGood() {
        String namespace = cluster.namespace();
        cluster.apply(namespace, FOR_STUDENTS);
        cluster.awaitCondition(namespace, "ApiAvailable", "True Available");
        cluster.awaitCondition(namespace, "SandboxVerified", "Unknown DatabaseAway");
        cluster.awaitCondition(namespace, "Ready", "False DatabaseAway");
        TOLD.put(namespace, told("", ""));
        cluster.awaitCondition(namespace, "SandboxVerified", "Unknown NoRunner");
        TOLD.put(namespace, VERIFIED);
        cluster.awaitCondition(namespace, "SandboxVerified", "True Verified");
        cluster.awaitReady(namespace);
        assertThat(cluster.events(namespace))
                .contains(
                        "Normal Verified: Every runner is in gVisor and found that its jail holds.");
    }

    @Test
    void aRunnerWhoseJailDoesNotHoldClosesTheLabUnlessThatIsAllowed() {
        String namespace = lab(FOR_STUDENTS, VERIFIED);
        cluster.awaitReady(namespace);
        TOLD.put(namespace, runner("lab-runners-2", "gvisor", "\"networkClosed\""));
        cluster.awaitCondition(namespace, "SandboxVerified", "False SelfTestFailed");
        cluster.awaitCondition(namespace, "Ready", "False SelfTestFailed");
        cluster.awaitCondition(namespace, "Stalled", "True SelfTestFailed");
        assertThat(cluster.message(namespace, "Ready"))
                .contains("networkClosed (programs see a network): lab-runners-2");
        TOLD.put(namespace, runner("lab-runners-3", "namespaces", ""));
        cluster.awaitCondition(namespace, "SandboxVerified", "False NotInGvisor");
        assertThat(cluster.message(namespace, "SandboxVerified")).contains("lab-runners-3");
        cluster.patch(namespace, "{\"spec\":{\"runners\":{\"allowUnsandboxed\":true}}}");
        cluster.awaitReady(namespace);
        assertThat(cluster.condition(namespace, "SandboxVerified")).isEqualTo("False NotInGvisor");
    }

    @Test
    void aTokenThatTheApiDoesNotTakeIsToldAndOneThatIsChangedIsUsed() {
        String namespace = lab(FOR_STUDENTS, VERIFIED);
        cluster.awaitReady(namespace);
        assertThat(token(namespace)).hasSize(32);
        writeToken(
                namespace,
                "\""
                        + Base64.getEncoder()
                                .encodeToString("a\nb".getBytes(StandardCharsets.UTF_8))
                        + "\"");
        cluster.awaitCondition(namespace, "SandboxVerified", "Unknown TokenUnusable");
        writeToken(namespace, "null");
        cluster.awaitReady(namespace);
        assertThat(token(namespace)).hasSize(32);
    }

    @Test
    void whatIsToldAgainIsWrittenNowhere() {
        String namespace = lab(FOR_STUDENTS, VERIFIED);
        cluster.awaitReady(namespace);
        awaitAsked(namespace, 2);
        Map<String, String> before = cluster.versions(namespace);
        String status = cluster.get(namespace).getMetadata().getResourceVersion();
        awaitAsked(namespace, 6);
        assertThat(cluster.get(namespace).getMetadata().getResourceVersion()).isEqualTo(status);
        assertThat(cluster.versions(namespace)).isEqualTo(before);
    }

    @Test
    void anApiThatHangsHoldsNothingUp() {
        String namespace = lab(FOR_STUDENTS, "hangs");
        cluster.awaitCondition(namespace, "GatewayAvailable", "True Available");
        cluster.awaitCondition(namespace, "SandboxVerified", "Unknown ApiSilent");
        assertThat(cluster.message(namespace, "SandboxVerified")).contains("in time");
        cluster.patch(namespace, "{\"spec\":{\"runners\":{\"allowUnsandboxed\":true}}}");
        cluster.awaitReady(namespace);
    }

    private static String contest(Instant end) {
        return told(
                "",
                "{\"slug\":\"spring\",\"endsAt\":\"" + end.truncatedTo(ChronoUnit.SECONDS) + "\"}");
    }

    private static String image(String namespace, String name) {
        return cluster.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    @Test
    void aNewVersionWaitsForTheEndOfAContestAndTheLabIsKeptAsItWas() {
        String namespace = lab(TestCluster.smallest(), contest(Instant.now().plusSeconds(3600)));
        cluster.awaitReady(namespace);
        awaitAsked(namespace, 2);
        var jobs = cluster.names(namespace).stream().filter(n -> n.startsWith("Job/")).toList();
        cluster.patch(
                namespace,
                "{\"spec\":{\"version\":\"0.2.0\",\"runners\":{\"image\":\"example.org/mine:0.2.0\",\"max\":9}}}");
        cluster.awaitCondition(namespace, "Reconciling", "True ContestRuns");
        cluster.awaitObserved(namespace);
        assertThat(cluster.message(namespace, "Reconciling"))
                .contains("Version 0.2.0 waits for the end of contest spring");
        assertThat(cluster.condition(namespace, "Ready")).isEqualTo("True Ready");
        Await.until(
                "the event",
                () ->
                        cluster.events(namespace).stream()
                                .anyMatch(e -> e.startsWith("Normal ContestRuns: Version 0.2.0")));
        // what was deleted comes back as it was
        var gateway =
                cluster.admin().apps().deployments().inNamespace(namespace).withName("lab-gateway");
        gateway.withGracePeriod(0).delete();
        Await.until("it comes back", () -> gateway.get() != null);
        awaitAsked(namespace, 4);
        assertThat(image(namespace, "lab-gateway")).endsWith("/gateway:0.1.0");
        assertThat(image(namespace, "lab-api")).endsWith("/api:0.1.0");
        assertThat(image(namespace, "lab-runners")).endsWith("/runner:0.1.0");
        assertThat(cluster.names(namespace)).containsAll(jobs);
        assertThat(cluster.get(namespace).getStatus().version()).isEqualTo("0.1.0");

        TOLD.put(namespace, told("", ""));
        Await.until("the new one", () -> image(namespace, "lab-api").endsWith("/api:0.2.0"));
        Await.until(
                "runners too",
                () -> image(namespace, "lab-runners").equals("example.org/mine:0.2.0"));
        cluster.awaitReady(namespace);
        cluster.awaitCondition(namespace, "Reconciling", "False Done");
        assertThat(cluster.get(namespace).getStatus().version()).isEqualTo("0.2.0");
    }

    @Test
    void whoNamesTheVersionInTheAnnotationDoesNotWait() {
        String namespace = lab(TestCluster.smallest(), contest(Instant.now().plusSeconds(3600)));
        cluster.awaitReady(namespace);
        awaitAsked(namespace, 2);
        cluster.patch(
                namespace,
                "{\"metadata\":{\"annotations\":{\"gretlab.dev/force-rollout\":\"0.1.9\"}},\"spec\":{\"version\":\"0.2.0\"}}");
        cluster.awaitCondition(namespace, "Reconciling", "True ContestRuns");
        assertThat(image(namespace, "lab-api")).endsWith("/api:0.1.0");
        cluster.patch(
                namespace,
                "{\"metadata\":{\"annotations\":{\"gretlab.dev/force-rollout\":\"0.2.0\"}}}");
        Await.until("the new one", () -> image(namespace, "lab-api").endsWith("/api:0.2.0"));
        cluster.awaitReady(namespace);
    }
}
