/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.TestApiServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Helm installs, upgrades and removes the chart in a real API server. */
@Tag("operator")
class InstalledChartTests {

    private static final String CRD = "gretlabs.gretlab.dev";
    private static final Path CHART = TestCluster.ROOT.resolve("helm/gretlab-operator");

    @TempDir Path folder;

    @Test
    void theCrdIsUpgradedWithTheChartAndStaysWithItsLabsWhenTheChartGoes() throws IOException {
        Path config = folder.resolve("kubeconfig");
        Helm helm = new Helm(folder, Map.of("KUBECONFIG", config.toString()));
        try (TestApiServer server = TestApiServer.start()) {
            Files.writeString(config, server.kubeconfig());
            // the tests' server has the CRD; here the chart brings it
            server.admin().resources(CustomResourceDefinition.class).withName(CRD).delete();
            Await.until("the CRD is gone", () -> crd(server) == null);
            server.admin()
                    .resource(
                            new NamespaceBuilder()
                                    .withNewMetadata()
                                    .withName("gretlab-system")
                                    .addToLabels("pod-security.kubernetes.io/warn", "restricted")
                                    .endMetadata()
                                    .build())
                    .create();

            String notes =
                    helm.run("install", "gretlab-operator", olderChart(), "-n=gretlab-system")
                            .orFail();
            assertThat(notes)
                    .as("warnings are about the pod's security")
                    .doesNotContain("would violate PodSecurity")
                    .as("the next step")
                    .contains("kubectl create namespace lab", "kind: Gretlab", "version: 0.1.0");
            assertThat(urlColumn(server)).isEqualTo("Address");
            Await.until("the CRD is served", () -> served(server));
            server.admin().resource(labOf(notes)).inNamespace("default").create();

            helm.run("upgrade", "gretlab-operator", CHART.toString(), "-n=gretlab-system").orFail();
            assertThat(urlColumn(server)).isEqualTo("URL");

            helm.run("uninstall", "gretlab-operator", "-n=gretlab-system").orFail();
            assertThat(server.admin().apps().deployments().inAnyNamespace().list().getItems())
                    .isEmpty();
            assertThat(
                            server.admin()
                                    .genericKubernetesResources("gretlab.dev/v1alpha1", "Gretlab")
                                    .inNamespace("default")
                                    .withName("lab")
                                    .get())
                    .isNotNull();

            helm.run("install", "gretlab-operator", CHART.toString(), "-n=gretlab-system").orFail();
        }
    }

    /** What the notes tell people to paste. */
    private static String labOf(String notes) {
        int start = notes.indexOf("apiVersion: gretlab.dev");
        int end = notes.indexOf("EOF", start);
        return notes.substring(start, end).replace("\n  ", "\n");
    }

    /** The chart when a column of the CRD was named otherwise. */
    private String olderChart() throws IOException {
        Path older = folder.resolve("older");
        try (Stream<Path> files = Files.walk(CHART)) {
            for (Path file : files.toList()) {
                Path copy = older.resolve(CHART.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        Path crd = older.resolve("files/gretlabs.gretlab.dev-v1.yml");
        Files.writeString(crd, Files.readString(crd).replace("name: \"URL\"", "name: \"Address\""));
        return older.toString();
    }

    private static CustomResourceDefinition crd(TestApiServer server) {
        return server.admin().resources(CustomResourceDefinition.class).withName(CRD).get();
    }

    private static boolean served(TestApiServer server) {
        var status = crd(server).getStatus();
        return status != null
                && status.getConditions() != null
                && status.getConditions().stream()
                        .anyMatch(c ->
                                c.getType().equals("Established") && c.getStatus().equals("True"));
    }

    private static String urlColumn(TestApiServer server) {
        return crd(server).getSpec().getVersions().getFirst().getAdditionalPrinterColumns().stream()
                .filter(column -> column.getJsonPath().equals(".status.url"))
                .findFirst()
                .orElseThrow()
                .getName();
    }
}
