/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.crd.Gretlab;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lab from its resource to its end. */
@Tag("operator")
class LifecycleTests {

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

    @AfterEach
    void everythingRunsAgain() {
        cluster.kubelets().allow(object -> true);
    }

    /** What must come up before the next appears. */
    private static final List<Map.Entry<String, String>> ORDER =
            List.of(
                    Map.entry("StatefulSet/lab-database", "Job/lab-migrate"),
                    Map.entry("Job/lab-migrate", "Deployment/lab-pgbouncer"),
                    Map.entry("Deployment/lab-pgbouncer", "Deployment/lab-api"),
                    Map.entry("Deployment/lab-api", "Deployment/lab-gateway"));

    @Test
    void eachStepWaitsForTheOneBeforeAndARestartedOperatorGoesOn() {
        Set<String> running = new HashSet<>();
        cluster.kubelets().allow(o -> running.stream().anyMatch(r -> named(o, r)));
        String namespace = cluster.namespace();
        cluster.apply(namespace, TestCluster.smallest());
        Map<String, String> passwords = Map.of();
        for (Map.Entry<String, String> step : ORDER) {
            Await.until(step.getKey(), () -> cluster.exists(namespace, step.getKey()));
            cluster.restartOperator();
            cluster.awaitObserved(namespace);
            assertThat(cluster.names(namespace))
                    .as("before %s is up", step.getKey())
                    .noneMatch(name -> name.startsWith(step.getValue()));
            Map<String, String> now =
                    cluster.admin()
                            .secrets()
                            .inNamespace(namespace)
                            .withName("lab-credentials")
                            .get()
                            .getData();
            assertThat(passwords.isEmpty() || passwords.equals(now)).as("passwords stay").isTrue();
            passwords = now;
            running.add(step.getKey());
            cluster.kubelets().allow(o -> running.stream().anyMatch(r -> named(o, r)));
        }
        Await.until("gateway", () -> cluster.exists(namespace, "Deployment/lab-gateway"));
        assertThat(cluster.condition(namespace, "Ready")).startsWith("False");
        cluster.kubelets().allow(o -> true);
        cluster.awaitReady(namespace);
        assertThat(cluster.get(namespace).getStatus().url()).isEqualTo("https://lab.example.org");
        assertThat(cluster.get(namespace).getStatus().version()).isEqualTo("0.1.0");
        cluster.awaitCondition(namespace, "Reconciling", "False Done");
        assertThat(cluster.condition(namespace, "Stalled")).startsWith("False");
        assertThat(cluster.events(namespace)).contains("Normal Ready: The lab is open.");
    }

    private static boolean named(io.fabric8.kubernetes.api.model.HasMetadata o, String prefix) {
        return (o.getKind() + "/" + o.getMetadata().getName()).startsWith(prefix);
    }

    @Test
    void theOperatorActsUnderTheChartsRulesAlone() {
        assertThatThrownBy(() -> cluster.operatorClient().nodes().list())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("system:serviceaccount:gretlab-system:gretlab-operator");
        assertThatThrownBy(() ->
                        cluster.operatorClient()
                                .resources(Gretlab.class)
                                .inNamespace("default")
                                .withName("none")
                                .delete())
                .hasMessageContaining("cannot delete resource");
    }

    @Test
    void theChartsExamplesAreTaken() throws IOException {
        String namespace = cluster.namespace();
        for (String size : List.of("class", "department", "college")) {
            String example =
                    Files.readString(TestCluster.ROOT.resolve("helm/examples/" + size + ".yaml"));
            var made = cluster.admin().resource(example).inNamespace(namespace).create();
            cluster.admin().resource(made).delete();
            Await.until("it is gone", () -> cluster.get(namespace) == null);
        }
    }

    @Test
    void aNewVersionMigratesBeforeAnythingElseChanges() {
        String namespace = ready();
        cluster.kubelets().allow(o -> !(o instanceof Job));
        cluster.patch(namespace, "{\"spec\":{\"version\":\"0.2.0\"}}");
        cluster.awaitCondition(namespace, "DatabaseMigrated", "False Migrating");
        assertThat(image(namespace, "lab-api")).endsWith("/api:0.1.0");
        cluster.awaitCondition(namespace, "ApiAvailable", "True Available");
        cluster.kubelets().allow(o -> true);
        Await.until("new image", () -> image(namespace, "lab-api").endsWith("/api:0.2.0"));
        cluster.awaitReady(namespace);
        assertThat(cluster.get(namespace).getStatus().version()).isEqualTo("0.2.0");
        assertThat(cluster.names(namespace).stream().filter(n -> n.startsWith("Job/")))
                .as("the migration of the old version is gone")
                .hasSize(1);

        cluster.patch(namespace, "{\"spec\":{\"version\":\"0.1.9\"}}");
        cluster.awaitCondition(namespace, "Stalled", "True DowngradeRefused");
        cluster.awaitCondition(namespace, "ApiAvailable", "True Available");
        assertThat(image(namespace, "lab-api")).endsWith("/api:0.2.0");
        cluster.patch(namespace, "{\"spec\":{\"version\":\"0.2.0\"}}");
        cluster.awaitReady(namespace);
    }

    @Test
    void aMigrationThatFailsSaysWhatToDo() {
        cluster.kubelets().allow(o -> !(o instanceof Job));
        String namespace = cluster.namespace();
        cluster.apply(namespace, TestCluster.smallest());
        Await.until("the Job", () -> cluster.exists(namespace, "Job/"));
        Job job =
                cluster.admin()
                        .batch()
                        .v1()
                        .jobs()
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .getFirst();
        cluster.admin()
                .resource(job)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"status":{"failed":9,"startTime":"2026-01-01T00:00:00Z","conditions":[
                          {"type":"FailureTarget","status":"True","reason":"BackoffLimitExceeded"},
                          {"type":"Failed","status":"True","reason":"BackoffLimitExceeded",
                           "message":"Job has reached the specified backoff limit"}]}}
                        """);
        cluster.awaitCondition(namespace, "Stalled", "True MigrationFailed");
        assertThat(cluster.message(namespace, "Ready"))
                .contains("Job has reached the specified backoff limit")
                .contains("delete the Job and it runs again");
        assertThat(cluster.events(namespace))
                .anyMatch(e -> e.startsWith("Warning MigrationFailed: The migration failed"));
        cluster.kubelets().allow(o -> true);
        cluster.admin().resource(job).delete();
        cluster.awaitReady(namespace);
    }

    /** The pod is a ReplicaSet's, as all pods of Deployments are. */
    @Test
    void aPodThatDoesNotStartIsToldInItsOwnWords() {
        String namespace = cluster.namespace();
        cluster.apply(namespace, TestCluster.smallest());
        cluster.awaitReady(namespace);
        Deployment runners =
                cluster.admin()
                        .apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName("lab-runners")
                        .get();
        Pod pod =
                cluster.admin()
                        .resource(
                                new PodBuilder()
                                        .withNewMetadata()
                                        .withName("lab-runners-1-abcde")
                                        .withNamespace(namespace)
                                        .withLabels(
                                                runners.getSpec()
                                                        .getTemplate()
                                                        .getMetadata()
                                                        .getLabels())
                                        .addNewOwnerReference()
                                        .withApiVersion("apps/v1")
                                        .withKind("ReplicaSet")
                                        .withName("lab-runners-1")
                                        .withUid("4a1c0b52-6f0e-4b52-9d7e-0123456789ab")
                                        .withController(true)
                                        .endOwnerReference()
                                        .endMetadata()
                                        .withSpec(runners.getSpec().getTemplate().getSpec())
                                        .build())
                        .create();
        cluster.admin()
                .resource(pod)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"status":{"containerStatuses":[{"name":"runners","image":"runner","imageID":"","ready":false,"restartCount":2,
                          "state":{"waiting":{"reason":"CrashLoopBackOff","message":"back-off 20s"}},
                          "lastState":{"terminated":{"exitCode":1,"message":"Give the runner more memory.\\n"}}}]}}
                        """);
        cluster.awaitCondition(namespace, "RunnersAvailable", "True AvailableWithTrouble");
        assertThat(cluster.message(namespace, "RunnersAvailable"))
                .isEqualTo(
                        "Available, but not every pod is well. lab-runners: CrashLoopBackOff: Give the runner more memory.");
        cluster.admin().resource(pod).withGracePeriod(0).delete();
        cluster.awaitCondition(namespace, "RunnersAvailable", "True Available");
    }

    @Test
    void aRuntimeClassThatIsNotThereIsTold() {
        String namespace = cluster.namespace();
        cluster.apply(
                namespace,
                TestCluster.smallest()
                        .replace("{allowUnsandboxed: true}", "{runtimeClassName: kata}"));
        cluster.awaitCondition(namespace, "RunnersAvailable", "False RuntimeClassMissing");
        cluster.awaitCondition(namespace, "Stalled", "True RuntimeClassMissing");
        assertThat(cluster.events(namespace))
                .anyMatch(e ->
                        e.startsWith("Warning RuntimeClassMissing: RuntimeClass kata not found:"));
        // students get in all the same
        cluster.awaitCondition(namespace, "GatewayAvailable", "True Available");
    }

    @Test
    void withoutAReportOfTheSandboxALabIsNotReady() {
        String namespace = cluster.namespace();
        cluster.apply(namespace, TestCluster.smallest().replace("{allowUnsandboxed: true}", "{}"));
        cluster.awaitCondition(namespace, "RunnersAvailable", "True Available");
        cluster.awaitCondition(namespace, "SandboxVerified", "Unknown ApiSilent");
        cluster.awaitCondition(namespace, "Ready", "False ApiSilent");
    }

    @Test
    void pausedMeansUntouched() {
        String namespace = ready();
        cluster.patch(
                namespace, "{\"metadata\":{\"annotations\":{\"gretlab.dev/paused\":\"true\"}}}");
        cluster.awaitCondition(namespace, "Ready", "False Paused");
        cluster.patch(namespace, "{\"spec\":{\"host\":\"other.example.org\"}}");
        cluster.awaitObserved(namespace);
        assertThat(
                        cluster.admin()
                                .configMaps()
                                .inNamespace(namespace)
                                .withName("lab-gateway")
                                .get()
                                .getData()
                                .get("Caddyfile"))
                .contains("https://lab.example.org");
        cluster.patch(namespace, "{\"metadata\":{\"annotations\":{\"gretlab.dev/paused\":null}}}");
        cluster.awaitReady(namespace);
        assertThat(
                        cluster.admin()
                                .configMaps()
                                .inNamespace(namespace)
                                .withName("lab-gateway")
                                .get()
                                .getData()
                                .get("Caddyfile"))
                .contains("https://other.example.org");
    }

    @Test
    void aDeletedLabLeavesItsDataAndTheNextAdoptsThem() {
        String namespace = ready();
        claim(namespace);
        Map<String, String> passwords =
                cluster.admin()
                        .secrets()
                        .inNamespace(namespace)
                        .withName("lab-credentials")
                        .get()
                        .getData();
        delete(namespace);
        Await.until(
                "only data is left",
                () -> cluster.names(namespace).equals(List.of("Secret/lab-credentials")),
                () -> cluster.names(namespace).toString());
        assertThat(
                        cluster.admin()
                                .persistentVolumeClaims()
                                .inNamespace(namespace)
                                .withName("data-lab-database-0")
                                .get())
                .isNotNull();
        assertThat(cluster.events(namespace))
                .anyMatch(e ->
                        e.startsWith(
                                "Normal DataRetained: The data stays: PersistentVolumeClaim"
                                        + " data-lab-database-0, Secret lab-credentials."));
        cluster.apply(namespace, TestCluster.smallest());
        cluster.awaitReady(namespace);
        assertThat(
                        cluster.admin()
                                .secrets()
                                .inNamespace(namespace)
                                .withName("lab-credentials")
                                .get()
                                .getData())
                .isEqualTo(passwords);

        cluster.patch(namespace, "{\"spec\":{\"deletionPolicy\":\"Delete\"}}");
        cluster.awaitObserved(namespace);
        delete(namespace);
        Await.until("nothing is left", () -> cluster.names(namespace).isEmpty());
        var claim =
                cluster.admin()
                        .persistentVolumeClaims()
                        .inNamespace(namespace)
                        .withName("data-lab-database-0")
                        .get();
        // pvc-protection is a controller's, and this server has none
        assertThat(claim == null || claim.getMetadata().getDeletionTimestamp() != null).isTrue();
    }

    private static String ready() {
        String namespace = cluster.namespace();
        cluster.apply(namespace, TestCluster.smallest());
        cluster.awaitReady(namespace);
        return namespace;
    }

    private static void delete(String namespace) {
        cluster.admin().resources(Gretlab.class).inNamespace(namespace).withName("lab").delete();
        Await.until("the resource is gone", () -> cluster.get(namespace) == null);
    }

    private static String image(String namespace, String deployment) {
        Deployment found =
                cluster.admin()
                        .apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName(deployment)
                        .get();
        return found.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage();
    }

    /** What the StatefulSet's controller would make. */
    private static void claim(String namespace) {
        cluster.admin()
                .resource(
                        new PersistentVolumeClaimBuilder()
                                .withNewMetadata()
                                .withName("data-lab-database-0")
                                .withNamespace(namespace)
                                .endMetadata()
                                .withNewSpec()
                                .withAccessModes("ReadWriteOnce")
                                .withNewResources()
                                .withRequests(Map.of("storage", new Quantity("5Gi")))
                                .endResources()
                                .endSpec()
                                .build())
                .create();
    }
}
