/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A gVisor sandbox of its own for each job, as if each were a container. */
final class SandboxPerJob implements Place {

    private final List<String> runsc;
    private final Path bundle;
    private final int number;
    private int jobs;

    /**
     * Starts nothing yet.
     *
     * @param runsc the program and its options
     * @param bundle whose process is the program
     */
    SandboxPerJob(List<String> runsc, Path bundle, int number) {
        this.runsc = runsc;
        this.bundle = bundle;
        this.number = number;
    }

    @Override
    public long job() throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(runsc);
        jobs++;
        line.addAll(List.of("run", "--bundle", bundle.toString(), "job-" + number + "-" + jobs));
        long begun = Programs.now();
        Process process =
                new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        process.getOutputStream().close();
        byte[] printed = process.getInputStream().readAllBytes();
        process.waitFor();
        return Programs.after(begun, printed);
    }

    @Override
    public void close() {
        // nothing outlives its job
    }
}
