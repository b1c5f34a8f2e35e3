/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.cases;

import dev.gretlab.chaos.client.Answer;
import dev.gretlab.chaos.client.DemoFile;
import dev.gretlab.chaos.client.LabClient;
import dev.gretlab.chaos.client.Verdicts;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs a file of cases through the public API as the students of a demo lab, prints each mismatch
 * and closes with how many held. Exit code 1 when one did not.
 */
public final class RunCases {

    /** What the API does not let in has no verdict; a case names this instead. */
    private static final JsonNode REFUSED =
            JsonMapper.builder().build().createObjectNode().put("verdict", "refused");

    private final LabClient anonymous;
    private final List<DemoFile.Person> students;
    private final AtomicInteger nextStudent = new AtomicInteger();

    private final String isolation;
    // a case's time is for an idle machine
    private final boolean timed;

    private RunCases(LabClient anonymous, DemoFile demo, boolean timed) {
        this.anonymous = anonymous;
        this.students = demo.students();
        this.isolation = Isolation.of(anonymous.withToken(demo.admin().token()));
        this.timed = timed;
    }

    public static void main(String[] args) throws Exception {
        CasesArguments arguments;
        try {
            arguments = CasesArguments.parse(args);
            DemoFile demo = DemoFile.read(arguments.demo());
            List<Case> cases = Case.read(arguments.file());
            String url = arguments.base() == null ? demo.url() : arguments.base();
            int parallel = arguments.parallel();
            int failed =
                    new RunCases(LabClient.anonymous(url), demo, parallel == 1)
                            .run(cases, parallel);
            System.out.println((cases.size() - failed) + " passed, " + failed + " failed");
            System.exit(failed == 0 ? 0 : 1);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (ExecutionException e) {
            System.err.println(
                    String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()));
            System.exit(2);
        }
    }

    private int run(List<Case> cases, int parallel) throws Exception {
        int failed = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(parallel)) {
            List<Future<List<String>>> results = new ArrayList<>();
            for (Case c : cases) {
                results.add(threads.submit(() -> differences(c)));
            }
            for (int i = 0; i < cases.size(); i++) {
                List<String> differences = results.get(i).get();
                if (!differences.isEmpty()) {
                    failed++;
                    System.out.println(
                            "FAILED " + cases.get(i).id() + ": " + String.join("; ", differences));
                }
            }
        }
        return failed;
    }

    private List<String> differences(Case c) throws InterruptedException {
        List<String> differences = new ArrayList<>();
        int times = c.repeat() == null ? 1 : c.repeat();
        for (int i = 0; i < times; i++) {
            DemoFile.Person student =
                    students.get(Math.floorMod(nextStudent.getAndIncrement(), students.size()));
            LabClient client = anonymous.withToken(student.token());
            Press press = press(client, c);
            JsonNode run =
                    press.answer().status() == 422
                            ? REFUSED
                            : Verdicts.await(
                                    client,
                                    "/api/v1/runs/"
                                            + press.answer()
                                                    .expect(202)
                                                    .body()
                                                    .path("id")
                                                    .asString());
            differences.addAll(
                    CaseCheck.differences(
                            c.expectation(isolation),
                            run,
                            timed ? (System.nanoTime() - press.nanoTime()) / 1_000_000 : null));
        }
        return differences;
    }

    /** The answer that let the program in or refused it for good, and when it was asked for. */
    private record Press(Answer answer, long nanoTime) {}

    private static Press press(LabClient client, Case c) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("language", c.language());
        body.put("source", c.source());
        body.put("stdin", c.stdin() == null ? "" : c.stdin());
        if (c.limits() != null) {
            Map<String, Object> limits = new LinkedHashMap<>();
            putIfGiven(limits, "cpuMs", c.limits().cpuMs());
            putIfGiven(limits, "memoryMb", c.limits().memoryMb());
            putIfGiven(limits, "outputKb", c.limits().outputKb());
            body.put("limits", limits);
        }
        while (true) {
            long nanoTime = System.nanoTime();
            Answer answer = client.post("/api/v1/runs", body);
            if (answer.status() != 429 && answer.status() != 503) {
                return new Press(answer, nanoTime);
            }
            pause(1000 * answer.retryAfter(1));
        }
    }

    private static void putIfGiven(
            Map<String, Object> limits, String name, @Nullable Integer value) {
        if (value != null) {
            limits.put(name, value);
        }
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(millis * 1_000_000);
    }
}
