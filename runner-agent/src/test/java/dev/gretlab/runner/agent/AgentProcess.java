/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.migrations.TestDatabase;
import dev.gretlab.runner.jail.RealJail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The agent as it runs in production: a process that knows nothing but its environment. */
final class AgentProcess implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("Health and metrics on port (\\d+)");

    private final Process process;
    private final Path log;
    private final HttpClient http = HttpClient.newHttpClient();

    private AgentProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts it with so many slots. */
    static AgentProcess launch(TestDatabase database, Path workDir, int slots, int firstUid)
            throws Exception {
        Path log = Files.createTempFile(workDir, "agent", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.gretlab.runner.RunnerAgent")
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment()
                .putAll(
                        java.util.Map.ofEntries(
                                java.util.Map.entry("GRETLAB_DB_URL", database.url()),
                                java.util.Map.entry("GRETLAB_DB_USER", database.role("runner")),
                                java.util.Map.entry("GRETLAB_DB_PASSWORD", database.password()),
                                java.util.Map.entry("GRETLAB_JAIL", RealJail.program().toString()),
                                java.util.Map.entry(
                                        "GRETLAB_LANGUAGES", RealJail.languages().toString()),
                                java.util.Map.entry("GRETLAB_WORK_DIR", workDir.toString()),
                                java.util.Map.entry("GRETLAB_SLOTS", Integer.toString(slots)),
                                java.util.Map.entry(
                                        "GRETLAB_FIRST_UID", Integer.toString(firstUid)),
                                java.util.Map.entry("GRETLAB_HTTP_PORT", "0"),
                                java.util.Map.entry("GRETLAB_HTTP_BIND", "127.0.0.1"),
                                java.util.Map.entry("METRICS_TOKEN", "a-token-of-a-test")));
        return new AgentProcess(builder.start(), log);
    }

    /** Starts it and waits until it claims. */
    static AgentProcess start(TestDatabase database, Path workDir, int slots, int firstUid)
            throws Exception {
        AgentProcess agent = launch(database, workDir, slots, firstUid);
        try {
            Lab.await(
                    Duration.ofSeconds(60),
                    "the agent to be ready",
                    () -> {
                        if (!agent.process.isAlive()) {
                            throw new AssertionError("the agent ended: " + agent.log());
                        }
                        return agent.log().contains("Health and metrics")
                                && agent.get("/readyz").statusCode() == 200;
                    });
        } catch (AssertionError e) {
            agent.close();
            throw new AssertionError(e.getMessage() + "\n" + agent.log(), e);
        }
        return agent;
    }

    HttpResponse<String> get(String path) {
        return get(path, "Bearer a-token-of-a-test");
    }

    HttpResponse<String> getWithoutToken(String path) {
        return get(path, "none");
    }

    private HttpResponse<String> get(String path, String authorization) {
        Matcher port = PORT.matcher(log());
        if (!port.find()) {
            throw new AssertionError("the agent listens nowhere: " + log());
        }
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port.group(1) + path))
                            .header("Authorization", authorization)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The value of a metric's sample, as its line begins. */
    double metric(String sample) {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(sample + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no sample " + sample));
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its jail servers and all that runs in them. */
    List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    void terminate() {
        process.destroy();
    }

    /** As a machine that loses its power. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    int awaitExit() throws Exception {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the agent does not end: " + log());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
