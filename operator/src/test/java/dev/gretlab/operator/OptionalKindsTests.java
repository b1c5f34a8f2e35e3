/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.Gretlab;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** KEDA, Prometheus and cert-manager: gone, installed later, there, and gone again. */
@Tag("operator")
class OptionalKindsTests {

    private static final Path CRDS = TestCluster.ROOT.resolve("operator/src/test/crds");

    @SuppressWarnings("NullAway.Init")
    private static TestCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = TestCluster.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** One life, since a CRD that is installed stays installed. */
    @Test
    void theyAreUsedWhenTheyComeAndNeverHoldALabUp() {
        String namespace = cluster.namespace();
        cluster.apply(
                namespace,
                TestCluster.smallest()
                        .replace("{selfSigned: true}", "{issuer: {name: letsencrypt}}")
                        .replace(
                                "allowUnsandboxed: true",
                                "allowUnsandboxed: true, min: 2, max: 9"));
        cluster.awaitReady(namespace);
        cluster.awaitCondition(namespace, "AutoscalingActive", "False KedaMissing");
        assertThat(cluster.message(namespace, "AutoscalingActive"))
                .contains("runners.min says: 2.");

        for (String kind : List.of("keda", "prometheus", "cert-manager")) {
            for (Path file : files(kind)) {
                cluster.server().install(file);
            }
        }
        touch(namespace);
        for (ResourceDefinitionContext kind : Kinds.OPTIONAL) {
            Await.until(kind.getKind(), () -> touchedUntil(namespace, kind));
        }
        GenericKubernetesResource scaled = list(namespace, Kinds.SCALED_OBJECT).getFirst();
        Map<String, Object> spec = scaled.get("spec");
        assertThat(spec.get("minReplicaCount")).isEqualTo(2);
        assertThat(spec.get("maxReplicaCount")).isEqualTo(9);
        cluster.awaitCondition(namespace, "AutoscalingActive", "False Waiting");
        status(
                scaled,
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\",\"message\":\"no connection\"}]}}");
        touch(namespace);
        cluster.awaitCondition(namespace, "AutoscalingActive", "False KedaNotReady");
        assertThat(cluster.message(namespace, "AutoscalingActive"))
                .isEqualTo("KEDA says: no connection.");
        status(scaled, "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        touch(namespace);
        cluster.awaitCondition(namespace, "AutoscalingActive", "True Active");

        // KEDA scales, and nobody takes it back
        DriftTests.scale(cluster, namespace, "lab-runners", 7);
        String before = cluster.versions(namespace).get("Deployment/lab-runners");
        touch(namespace);
        assertThat(cluster.versions(namespace).get("Deployment/lab-runners")).isEqualTo(before);
        Map<String, String> versions = versions(namespace);
        assertThat(versions).hasSize(6);
        touch(namespace);
        assertThat(versions(namespace)).as("a second pass writes nothing").isEqualTo(versions);

        // flags off
        cluster.patch(
                namespace,
                "{\"spec\":{\"observability\":{\"serviceMonitor\":false,\"rules\":false}}}");
        Await.until(
                "monitors go",
                () ->
                        Kinds.OPTIONAL.stream()
                                .filter(k -> k.getGroup().equals("monitoring.coreos.com"))
                                .allMatch(k -> list(namespace, k).isEmpty()));

        // KEDA dies with its finalizers on; the lab goes all the same, after its patience
        for (ResourceDefinitionContext kind : Kinds.OPTIONAL) {
            if (kind.getGroup().equals("keda.sh")) {
                assertThat(list(namespace, kind)).hasSize(1);
                cluster.admin()
                        .genericKubernetesResources(kind)
                        .inNamespace(namespace)
                        .withName("lab-runners")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\":{\"finalizers\":[\"finalizer.keda.sh\"]}}");
            }
        }
        cluster.patch(namespace, "{\"spec\":{\"deletionPolicy\":\"Retain\"}}");
        cluster.admin().resources(Gretlab.class).inNamespace(namespace).withName("lab").delete();
        Await.until(
                "it is being deleted",
                () ->
                        list(namespace, Kinds.SCALED_OBJECT)
                                        .getFirst()
                                        .getMetadata()
                                        .getDeletionTimestamp()
                                != null);
        assertThat(cluster.exists(namespace, "Deployment/lab-runners"))
                .as("what KEDA scales stays until KEDA has let go")
                .isTrue();
        Await.until(
                "the resource is gone",
                Removal.PATIENCE.plus(Duration.ofSeconds(60)),
                () -> cluster.get(namespace) == null,
                () -> cluster.names(namespace).toString());
        Await.until(
                "only data is left",
                () -> cluster.names(namespace).equals(List.of("Secret/lab-credentials")));
        assertThat(Kinds.OPTIONAL).allMatch(kind -> list(namespace, kind).isEmpty());
    }

    private static List<Path> files(String vendor) {
        return switch (vendor) {
            case "keda" ->
                    List.of(
                            CRDS.resolve("scaledobjects.yaml"),
                            CRDS.resolve("triggerauthentications.yaml"));
            case "prometheus" ->
                    List.of(
                            CRDS.resolve("servicemonitors.yaml"),
                            CRDS.resolve("prometheusrules.yaml"));
            default -> List.of(CRDS.resolve("certificates.yaml"));
        };
    }

    private static boolean touchedUntil(String namespace, ResourceDefinitionContext kind) {
        if (!list(namespace, kind).isEmpty()) {
            return true;
        }
        touch(namespace);
        return false;
    }

    /** A pass: the resource changes without wanting anything else. */
    private static void touch(String namespace) {
        String now = cluster.get(namespace).getSpec().deletionPolicy().name();
        cluster.patch(
                namespace,
                "{\"spec\":{\"deletionPolicy\":\""
                        + (now.equals("RETAIN") ? "Delete" : "Retain")
                        + "\"}}");
        cluster.awaitObserved(namespace);
    }

    private static void status(GenericKubernetesResource object, String status) {
        cluster.admin()
                .genericKubernetesResources(Kinds.SCALED_OBJECT)
                .inNamespace(object.getMetadata().getNamespace())
                .withName(object.getMetadata().getName())
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), status);
    }

    private static Map<String, String> versions(String namespace) {
        Map<String, String> versions = new TreeMap<>();
        for (ResourceDefinitionContext kind : Kinds.OPTIONAL) {
            list(namespace, kind)
                    .forEach(o ->
                            versions.put(
                                    o.getKind() + "/" + o.getMetadata().getName(),
                                    o.getMetadata().getResourceVersion()));
        }
        return versions;
    }

    private static List<GenericKubernetesResource> list(
            String namespace, ResourceDefinitionContext kind) {
        return cluster.admin()
                .genericKubernetesResources(kind)
                .inNamespace(namespace)
                .list()
                .getItems();
    }
}
