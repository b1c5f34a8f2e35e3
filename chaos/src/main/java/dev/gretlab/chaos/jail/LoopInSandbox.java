/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A command started again and again by a loop that is inside a sandbox itself. */
final class LoopInSandbox {

    private LoopInSandbox() {}

    /**
     * Runs the loop to its end.
     *
     * @param enter the command that runs the rest of its line in the sandbox
     * @param loop the path of process-a-job.py there
     * @param command prints when it ran
     */
    static Measured measure(
            List<String> enter, String loop, List<String> command, int places, int seconds)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(enter);
        line.addAll(
                List.of("/usr/bin/python3", loop, String.valueOf(places), String.valueOf(seconds)));
        line.addAll(command);
        Process process =
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        process.getOutputStream().close();
        List<String> printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        if (process.waitFor() != 0 || printed.isEmpty()) {
            throw new IOException("the loop in the sandbox failed; the reason is above");
        }
        String[] totals = printed.getFirst().split(" ", 2);
        Histogram starts = new Histogram(3);
        for (String start : printed.subList(1, printed.size())) {
            starts.recordValue(Math.max(0, Long.parseLong(start)));
        }
        return new Measured(Integer.parseInt(totals[0]) / Double.parseDouble(totals[1]), starts);
    }
}
