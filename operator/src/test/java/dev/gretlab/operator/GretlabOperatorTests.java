/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operator's process as the chart starts it: two of them, one of which leads. */
@Tag("operator")
class GretlabOperatorTests {

    @TempDir Path folder;

    private record Running(Process process, int port, Path log) {

        int get(String path) {
            try (HttpClient client = HttpClient.newHttpClient()) {
                return client.send(
                                HttpRequest.newBuilder(
                                                URI.create("http://127.0.0.1:" + port + path))
                                        .build(),
                                HttpResponse.BodyHandlers.discarding())
                        .statusCode();
            } catch (IOException e) {
                return 0;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return 0;
            }
        }

        String said() {
            try {
                return Files.readString(log);
            } catch (IOException e) {
                return e.toString();
            }
        }
    }

    private Running start(String name, String kubeconfig) throws IOException {
        Path config = folder.resolve("kubeconfig");
        Files.writeString(config, kubeconfig);
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path log = folder.resolve(name + ".log");
        ProcessBuilder process =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-Dkubernetes.impersonate.username=system:serviceaccount:gretlab-system:gretlab-operator",
                        "-Dkubernetes.impersonate.group=system:serviceaccounts,system:authenticated",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.gretlab.operator.GretlabOperator");
        process.environment().put("KUBECONFIG", config.toString());
        process.environment().put("GRETLAB_REGISTRY", "registry.example.org/gretlab");
        process.environment().put("GRETLAB_LEASE_NAMESPACE", "gretlab-system");
        process.environment().put("GRETLAB_HTTP_PORT", String.valueOf(port));
        process.environment().put("HOSTNAME", name);
        process.redirectErrorStream(true).redirectOutput(log.toFile());
        return new Running(process.start(), port, log);
    }

    @Test
    void oneLeadsUntilItIsToldToStopThenTheOtherDoes() throws Exception {
        try (TestCluster cluster = TestCluster.idle()) {
            for (String part :
                    Files.readString(
                                    TestCluster.ROOT.resolve(
                                            "helm/gretlab-operator/templates/leader-role.yaml"))
                            .replace("{{ .Release.Namespace }}", "gretlab-system")
                            .split("\n---\n", -1)) {
                cluster.admin().resource(part).create();
            }
            Running first = start("first", cluster.server().kubeconfig());
            Running second = null;
            try {
                Await.until("the first leads", () -> "first".equals(leader(cluster)), first::said);
                second = start("second", cluster.server().kubeconfig());
                Running waiting = second;
                Await.until(
                        "both answer",
                        () -> first.get("/readyz") == 200 && waiting.get("/readyz") == 200,
                        waiting::said);
                assertThat(first.get("/healthz")).isEqualTo(200);
                assertThat(waiting.get("/healthz")).isEqualTo(200);
                assertThat(first.get("/metrics")).isEqualTo(200);
                String one = cluster.namespace();
                cluster.apply(one, TestCluster.smallest());
                cluster.awaitReady(one);

                first.process().destroy();
                assertThat(first.process().waitFor(15, TimeUnit.SECONDS))
                        .as("SIGTERM ends it: %s", first.said())
                        .isTrue();
                assertThat(first.process().exitValue()).as(first.said()).isZero();
                Await.until(
                        "the second leads", () -> "second".equals(leader(cluster)), waiting::said);
                String two = cluster.namespace();
                cluster.apply(two, TestCluster.smallest());
                cluster.awaitReady(two);
                assertThat(List.of(first.said(), waiting.said()))
                        .noneMatch(said -> said.contains("SEVERE"))
                        .noneMatch(said -> said.contains(password(cluster, two)));
            } finally {
                first.process().destroyForcibly().waitFor();
                if (second != null) {
                    second.process().destroyForcibly().waitFor();
                }
            }
        }
    }

    private static String leader(TestCluster cluster) {
        Lease lease =
                cluster.admin()
                        .leases()
                        .inNamespace("gretlab-system")
                        .withName(GretlabReconciler.NAME)
                        .get();
        String holder = lease == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    private static String password(TestCluster cluster, String namespace) {
        String encoded =
                cluster.admin()
                        .secrets()
                        .inNamespace(namespace)
                        .withName("lab-credentials")
                        .get()
                        .getData()
                        .getOrDefault("api", "");
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }
}
