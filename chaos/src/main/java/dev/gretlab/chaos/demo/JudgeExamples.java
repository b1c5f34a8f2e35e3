/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.demo;

import dev.gretlab.chaos.client.Answer;
import dev.gretlab.chaos.client.DemoFile;
import dev.gretlab.chaos.client.LabClient;
import dev.gretlab.chaos.client.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/**
 * Submits every example submission of the problems below a folder as a demo student, and compares
 * its verdict and points with what the package claims. Closes with how many held; exit code 1 when
 * one did not.
 *
 * <p>Arguments: folder of problems, demo file.
 */
public final class JudgeExamples {

    /** As many at a time as a small lab has slots for. */
    private static final int AT_ONCE = 2;

    private JudgeExamples() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 2) {
            System.err.println("Usage: JudgeExamples PROBLEMS-FOLDER DEMO-FILE");
            System.exit(2);
        }
        DemoFile demo = DemoFile.read(Path.of(args[1]));
        LabClient anonymous = LabClient.anonymous(demo.url());
        List<Example> all = Example.below(Path.of(args[0]));
        Set<String> offered = languages(anonymous.withToken(demo.students().getFirst().token()));
        List<Example> examples = all.stream().filter(e -> offered.contains(e.language())).toList();
        int failed = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<JsonNode>> results = new ArrayList<>();
            for (int i = 0; i < examples.size(); i++) {
                Example example = examples.get(i);
                LabClient student =
                        anonymous.withToken(
                                demo.students().get(i % demo.students().size()).token());
                results.add(threads.submit(() -> judged(student, example)));
            }
            for (int i = 0; i < examples.size(); i++) {
                Example example = examples.get(i);
                JsonNode result = results.get(i).get();
                JsonNode score = result.path("score");
                String fault =
                        example.fault(
                                result.path("verdict").asString(),
                                score.isNumber() ? score.decimalValue() : null);
                if (fault != null) {
                    failed++;
                    System.out.println("FAILED " + example + ": " + fault);
                }
            }
        }
        int skipped = all.size() - examples.size();
        System.out.println(
                (examples.size() - failed)
                        + " passed, "
                        + failed
                        + " failed"
                        + (skipped == 0
                                ? ""
                                : ", " + skipped + " skipped: this lab lacks their languages"));
        System.exit(failed == 0 ? 0 : 1);
    }

    private static Set<String> languages(LabClient student) {
        Set<String> ids = new HashSet<>();
        for (JsonNode each : student.get("/api/v1/languages").expect(200).body()) {
            ids.add(each.path("id").asString());
        }
        return ids;
    }

    /** The finished submission. */
    private static JsonNode judged(LabClient student, Example example)
            throws IOException, InterruptedException {
        Map<String, String> body =
                Map.of(
                        "problem",
                        example.problem(),
                        "language",
                        example.language(),
                        "source",
                        Files.readString(example.file()));
        while (true) {
            Answer answer = student.post("/api/v1/submissions", body);
            if (answer.status() != 429 && answer.status() != 503) {
                String id = answer.expect(202).body().path("id").asString();
                return Verdicts.await(student, "/api/v1/submissions/" + id);
            }
            LockSupport.parkNanos(1_000_000_000L * answer.retryAfter(1));
        }
    }
}
