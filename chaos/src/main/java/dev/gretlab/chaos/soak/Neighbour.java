/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.soak;

import dev.gretlab.chaos.client.Answer;
import dev.gretlab.chaos.client.DemoFile;
import dev.gretlab.chaos.client.LabClient;
import dev.gretlab.chaos.client.Verdicts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.JsonNode;

/**
 * A small, right program that one student after the other runs, each when the one before has the
 * result: none presses more often than students may. Prints how long that takes from press to
 * verdict; exit code 1 when one was not accepted.
 *
 * <p>Arguments: demo file, then how many presses; or {@code until} and a file, at whose appearance
 * it stops.
 */
public final class Neighbour {

    private static final long THINKS_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final Map<String, String> RUN =
            Map.of("language", "python", "source", "print(6 * 7)");

    private Neighbour() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length < 2 || (args[1].equals("until") && args.length != 3)) {
            System.err.println(
                    "Usage: Neighbour DEMO-FILE NUMBER | Neighbour DEMO-FILE until FILE");
            System.exit(2);
        }
        DemoFile demo = DemoFile.read(Path.of(args[0]));
        LabClient anonymous = LabClient.anonymous(demo.url());
        List<DemoFile.Person> students = demo.students();
        IntPredicate goesOn;
        if (args[1].equals("until")) {
            Path end = Path.of(args[2]);
            goesOn = presses -> Files.notExists(end);
        } else {
            int number = Integer.parseInt(args[1]);
            goesOn = presses -> presses < number;
        }
        Histogram millis = new Histogram(3);
        for (int presses = 0; goesOn.test(presses); presses++) {
            LabClient client = anonymous.withToken(students.get(presses % students.size()).token());
            JsonNode run = run(client, millis);
            String verdict = run.path("verdict").asString();
            if (!verdict.equals("accepted") || !run.path("stdout").asString().equals("42\n")) {
                System.out.println("press " + presses + " got " + verdict + ": " + run);
                System.exit(1);
            }
            LockSupport.parkNanos(THINKS_NANOS);
        }
        System.out.println(
                String.format(
                        Locale.ROOT,
                        "%d presses, p50 %d ms, p95 %d ms",
                        millis.getTotalCount(),
                        millis.getValueAtPercentile(50),
                        millis.getValueAtPercentile(95)));
    }

    private static JsonNode run(LabClient client, Histogram millis) throws InterruptedException {
        while (true) {
            long begun = System.nanoTime();
            Answer answer = client.post("/api/v1/runs", RUN);
            if (answer.status() != 429 && answer.status() != 503) {
                String id = answer.expect(202).body().path("id").asString();
                JsonNode run = Verdicts.await(client, "/api/v1/runs/" + id);
                millis.recordValue((System.nanoTime() - begun) / 1_000_000);
                return run;
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(answer.retryAfter(1)));
        }
    }
}
