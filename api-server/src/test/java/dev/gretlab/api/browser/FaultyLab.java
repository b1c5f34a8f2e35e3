/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/**
 * The lab while it fails: with the shortest lease, so that it is noticed soon when a runner dies.
 * Closed, it has its own settings again.
 */
final class FaultyLab implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final LabApi admin = new LabApi(LAB.admin());
    private final List<Map<String, String>> before;

    private FaultyLab(Map<String, String> settings) {
        before =
                admin.get("/settings")
                        .valueStream()
                        .filter(each -> settings.containsKey(each.path("name").asString()))
                        .map(each ->
                                setting(
                                        each.path("name").asString(),
                                        each.path("value").asString()))
                        .toList();
        assertThat(before).hasSameSizeAs(settings.keySet());
        admin.put(
                "/settings",
                settings.entrySet().stream()
                        .map(each -> setting(each.getKey(), each.getValue()))
                        .toList());
    }

    /** A job whose runner dies is tried again. */
    static FaultyLab thatTriesAgain() {
        return new FaultyLab(Map.of("lease_s", "5"));
    }

    /** A job whose runner dies is a system error at once. */
    static FaultyLab thatGivesUp() {
        return new FaultyLab(Map.of("lease_s", "5", "attempts", "1"));
    }

    /** Has this student's submission end as a system error; answers its id. */
    static String systemError(Person student, String problem, String language, String source) {
        var api = new LabApi(student);
        try (var _ = thatGivesUp()) {
            var id = submit(student, problem, language, source);
            await("the program to run", () -> state(api, id).equals("running"));
            killRunners();
            await("the end", () -> state(api, id).equals("done"));
            assertThat(api.get("/submissions/" + id).path("verdict").asString())
                    .isEqualTo("system_error");
            return id;
        }
    }

    /**
     * An accepted submission that is the only one which a new runner has judged; answers its id.
     */
    static String onlyVerdictOfARunner(
            Person student, String problem, String language, String source) {
        var api = new LabApi(student);
        var before = readyRunners();
        killRunners();
        await("another runner", () -> readyRunners().stream().anyMatch(id -> !before.contains(id)));
        await(
                "the dead one to be missed",
                () -> readyRunners().stream().noneMatch(before::contains));
        var id = submit(student, problem, language, source);
        await("the verdict", () -> state(api, id).equals("done"));
        return id;
    }

    static List<String> readyRunners() {
        return new LabApi(LAB.admin())
                .get("/runners")
                .valueStream()
                .filter(runner -> runner.path("state").asString().equals("ready"))
                .map(runner -> runner.path("id").asString())
                .toList();
    }

    /** Whichever has the job: it is not heard of any more. */
    static void killRunners() {
        assertThat(LAB.runners())
                .isNotEmpty()
                .allSatisfy(runner ->
                        assertThat(runner.destroyForcibly()).as("the runner was killed").isTrue());
    }

    @Override
    public void close() {
        admin.put("/settings", before);
    }

    private static String submit(Person student, String problem, String language, String source) {
        JsonNode taken =
                new LabApi(student)
                        .post(
                                "/submissions",
                                Map.of("problem", problem, "language", language, "source", source));
        return taken.path("id").asString();
    }

    private static String state(LabApi api, String submission) {
        return api.get("/submissions/%s/status".formatted(submission)).path("state").asString();
    }

    private static Map<String, String> setting(String name, String value) {
        return Map.of("name", name, "value", value);
    }

    private static void await(String what, BooleanSupplier condition) {
        var end = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("Waited %s for %s".formatted(PATIENCE, what));
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
