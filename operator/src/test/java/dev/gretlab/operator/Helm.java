/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real program; hack/test builds it and says in GRETLAB_HELM where it is. */
final class Helm {

    private final Path folder;
    private final Map<String, String> environment;

    /**
     * @param folder for what it keeps
     */
    Helm(Path folder, Map<String, String> environment) {
        assumeTrue(
                System.getenv("GRETLAB_HELM") != null,
                "the chart is tested with Helm, which hack/tools helm builds where Go is (GRETLAB_HELM names it)");
        this.folder = folder;
        this.environment = environment;
    }

    record Said(int code, String text) {

        /** What it wrote, when it found nothing wrong. */
        String orFail() {
            if (code != 0) {
                throw new AssertionError(text);
            }
            return text;
        }
    }

    Said run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(System.getenv("GRETLAB_HELM")));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
        process.environment().put("HELM_CACHE_HOME", folder.resolve("cache").toString());
        process.environment().put("HELM_CONFIG_HOME", folder.resolve("config").toString());
        process.environment().put("HELM_DATA_HOME", folder.resolve("data").toString());
        // never the cluster of whoever runs the tests
        process.environment().put("KUBECONFIG", folder.resolve("none").toString());
        process.environment().putAll(environment);
        try {
            Path log = Files.createTempFile(folder, "helm", ".log");
            Process running = process.redirectOutput(log.toFile()).start();
            if (!running.waitFor(60, TimeUnit.SECONDS)) {
                running.destroyForcibly();
                throw new AssertionError("helm does not end: " + Files.readString(log));
            }
            return new Said(running.exitValue(), Files.readString(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
