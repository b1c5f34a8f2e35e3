/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the operator leaves alone, and what it makes again. */
@Tag("operator")
class DriftTests {

    /**
     * Every object that this resource has is of a kind that another one may lack: gateway, ingress,
     * database, policies.
     */
    private static final String EVERYTHING =
            TestCluster.smallest() + "gateway: {ingress: {className: nginx}}\n";

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

    private static String ready(String spec) {
        String namespace = cluster.namespace();
        cluster.apply(namespace, spec);
        cluster.awaitReady(namespace);
        return namespace;
    }

    /** A pass that finds nothing to do: this field only says what becomes of the data one day. */
    private static void pass(String namespace, String policy) {
        cluster.patch(namespace, "{\"spec\":{\"deletionPolicy\":\"" + policy + "\"}}");
        cluster.awaitObserved(namespace);
    }

    @Test
    void aPassOverALabThatIsRightWritesNothing() {
        String namespace = ready(EVERYTHING);
        Map<String, String> before = cluster.versions(namespace);
        assertThat(before.keySet())
                .contains(
                        "ConfigMap/lab-dashboards",
                        "ConfigMap/lab-gateway",
                        "ConfigMap/lab-pgbouncer",
                        "Deployment/lab-api",
                        "Deployment/lab-gateway",
                        "Deployment/lab-pgbouncer",
                        "Deployment/lab-runners",
                        "HorizontalPodAutoscaler/lab-api",
                        "Ingress/lab-gateway",
                        "NetworkPolicy/lab-closed",
                        "NetworkPolicy/lab-runners",
                        "PodDisruptionBudget/lab-runners",
                        "Secret/lab-credentials",
                        "Service/lab-api",
                        "Service/lab-api-replicas",
                        "ServiceAccount/lab-runners",
                        "StatefulSet/lab-database");
        for (String policy : List.of("Delete", "Retain", "Delete")) {
            pass(namespace, policy);
        }
        assertThat(cluster.versions(namespace)).isEqualTo(before);
    }

    @Test
    void anotherOperatorFindsNothingToDoEither() {
        String namespace = ready(EVERYTHING);
        Map<String, String> before = cluster.versions(namespace);
        cluster.restartOperator();
        pass(namespace, "Delete");
        assertThat(cluster.versions(namespace)).isEqualTo(before);
    }

    @Test
    void everythingThatIsDeletedComesBack() {
        String namespace = ready(EVERYTHING);
        List<HasMetadata> all =
                cluster.objects(namespace).stream()
                        .filter(o -> !o.getKind().equals("Secret"))
                        .toList();
        assertThat(all).hasSizeGreaterThan(30);
        for (HasMetadata object : all) {
            cluster.admin().resource(object).withGracePeriod(0L).delete();
            Await.until(
                    object.getKind() + "/" + object.getMetadata().getName() + " comes back",
                    () -> {
                        HasMetadata now = cluster.admin().resource(object).get();
                        return now != null
                                && !now.getMetadata()
                                        .getUid()
                                        .equals(object.getMetadata().getUid());
                    });
        }
        cluster.awaitReady(namespace);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Deployment|lab-api|{\"spec\":{\"template\":{\"spec\":{\"automountServiceAccountToken\":true}}}}",
                "Deployment|lab-runners|{\"spec\":{\"template\":{\"spec\":{\"runtimeClassName\":null}}}}",
                "Deployment|lab-pgbouncer|{\"spec\":{\"replicas\":7}}",
                "Deployment|lab-gateway|{\"spec\":{\"template\":{\"spec\":{\"terminationGracePeriodSeconds\":1}}}}",
                "StatefulSet|lab-database|{\"spec\":{\"replicas\":0}}",
                "Service|lab-gateway|{\"spec\":{\"selector\":{\"app.kubernetes.io/component\":\"other\"}}}",
                "ConfigMap|lab-gateway|{\"data\":{\"Caddyfile\":\":80\"}}",
                "ConfigMap|lab-pgbouncer|{\"data\":{\"pgbouncer.ini\":\"\"}}",
                "ConfigMap|lab-dashboards|{\"data\":null}",
                "NetworkPolicy|lab-runners|{\"spec\":{\"egress\":[{}]}}",
                "NetworkPolicy|lab-closed|{\"spec\":{\"podSelector\":{\"matchLabels\":{\"app.kubernetes.io/instance\":\"x\"}}}}",
                "PodDisruptionBudget|lab-api|{\"spec\":{\"maxUnavailable\":\"100%\"}}",
                "HorizontalPodAutoscaler|lab-api|{\"spec\":{\"maxReplicas\":50}}",
                "Ingress|lab-gateway|{\"spec\":{\"ingressClassName\":\"other\"}}",
                "ServiceAccount|lab-runners|{\"automountServiceAccountToken\":true}",
            })
    void whatIsChangedByHandIsPutBack(String kind, String name, String change) {
        String namespace = ready(EVERYTHING);
        HasMetadata object =
                cluster.objects(namespace).stream()
                        .filter(o ->
                                o.getKind().equals(kind) && o.getMetadata().getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        String before = essence(object);
        cluster.admin().resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), change);
        Await.until(
                kind + " " + name,
                () -> essence(cluster.admin().resource(object).get()).equals(before),
                () -> essence(cluster.admin().resource(object).get()) + "\ninstead of\n" + before);
    }

    private static String essence(HasMetadata object) {
        Map<?, ?> fields =
                io.fabric8.kubernetes.client.utils.Serialization.unmarshal(
                        io.fabric8.kubernetes.client.utils.Serialization.asJson(object), Map.class);
        fields.remove("status");
        fields.remove("metadata");
        return io.fabric8.kubernetes.client.utils.Serialization.asYaml(fields);
    }

    @Test
    void autoscalersKeepTheirReplicas() {
        // without KEDA the runners are kept at their least, so theirs is shown where KEDA is:
        // OptionalKindsTests
        String namespace = ready(EVERYTHING);
        scale(namespace, "lab-api", 5);
        Map<String, String> before = cluster.versions(namespace);
        pass(namespace, "Delete");
        pass(namespace, "Retain");
        assertThat(replicas(namespace, "lab-api")).isEqualTo(5);
        assertThat(cluster.versions(namespace).get("Deployment/lab-api"))
                .isEqualTo(before.get("Deployment/lab-api"));
        cluster.patch(namespace, "{\"spec\":{\"version\":\"0.1.1\"}}");
        Await.until(
                "the new version",
                () -> "0.1.1".equals(cluster.get(namespace).getStatus().version()));
        cluster.awaitReady(namespace);
        assertThat(replicas(namespace, "lab-api")).as("also through an upgrade").isEqualTo(5);
    }

    @Test
    void withoutKedaThereAreMinRunners() {
        String namespace =
                ready(
                        TestCluster.smallest()
                                .replace(
                                        "allowUnsandboxed: true",
                                        "allowUnsandboxed: true, min: 3"));
        Await.until("three", () -> replicas(namespace, "lab-runners") == 3);
        cluster.awaitCondition(namespace, "AutoscalingActive", "False KedaMissing");
        assertThat(
                        cluster.admin()
                                .apps()
                                .deployments()
                                .inNamespace(namespace)
                                .withName("lab-runners")
                                .get()
                                .getMetadata()
                                .getManagedFields())
                .as("the number of runners is never ours")
                .noneMatch(f ->
                        f.getManager().equals(GretlabReconciler.NAME)
                                && f.getOperation().equals("Apply")
                                && f.getFieldsV1().toString().contains("f:replicas"));
    }

    @Test
    void passwordsAreMadeOnceAndAChangedOneReachesThePods() {
        String namespace = ready(TestCluster.smallest());
        var secret = cluster.admin().secrets().inNamespace(namespace).withName("lab-credentials");
        Map<String, String> before = secret.get().getData();
        String job = job(namespace);
        String mine =
                Base64.getEncoder()
                        .encodeToString(
                                "chosen-by-hand".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        secret.patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"data\":{\"api\":\"" + mine + "\",\"metrics\":null}}");
        Await.until(
                "the missing token",
                () -> secret.get().getData().get("metrics") != null && !job(namespace).equals(job));
        Map<String, String> now = secret.get().getData();
        assertThat(now.get("api")).isEqualTo(mine);
        assertThat(now.get("metrics")).isNotEqualTo(before.get("metrics"));
        assertThat(now.get("runner")).isEqualTo(before.get("runner"));
        assertThat(
                        new String(
                                Base64.getDecoder().decode(now.get("pgbouncer-users.txt")),
                                java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("\"gretlab_api\" \"chosen-by-hand\"\n");
        cluster.awaitReady(namespace);
    }

    /** KEDA's autoscaler has the labels of the ScaledObject, and goes when that goes. */
    @Test
    void whatOthersMadeStaysThoughItHasTheLabelsOfTheLab() {
        String namespace = ready(EVERYTHING);
        HorizontalPodAutoscaler ours =
                cluster.admin()
                        .resources(HorizontalPodAutoscaler.class)
                        .inNamespace(namespace)
                        .withName("lab-api")
                        .get();
        ConfigMap other =
                cluster.admin()
                        .resource(
                                new ConfigMapBuilder()
                                        .withNewMetadata()
                                        .withName("others")
                                        .withNamespace(namespace)
                                        .endMetadata()
                                        .build())
                        .create();
        HorizontalPodAutoscalerBuilder copy =
                new HorizontalPodAutoscalerBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withLabels(ours.getMetadata().getLabels())
                        .endMetadata()
                        .withSpec(ours.getSpec());
        cluster.admin()
                .resource(
                        copy.editMetadata()
                                .withName("keda-hpa-lab-runners")
                                .addNewOwnerReference()
                                .withApiVersion("v1")
                                .withKind("ConfigMap")
                                .withName("others")
                                .withUid(other.getMetadata().getUid())
                                .withController(true)
                                .endOwnerReference()
                                .endMetadata()
                                .build())
                .create();
        cluster.admin()
                .resource(
                        copy.editMetadata()
                                .withName("nobodys")
                                .withOwnerReferences(List.of())
                                .endMetadata()
                                .build())
                .create();
        Await.until(
                "what is nobody else's goes",
                () -> !cluster.exists(namespace, "HorizontalPodAutoscaler/nobodys"));
        assertThat(cluster.exists(namespace, "HorizontalPodAutoscaler/keda-hpa-lab-runners"))
                .isTrue();
    }

    @Test
    void whatTheResourceNoLongerWantsGoes() {
        String namespace = ready(EVERYTHING);
        cluster.patch(
                namespace,
                "{\"spec\":{\"network\":{\"policies\":false},\"gateway\":{\"enabled\":false},\"observability\":{\"dashboards\":false}}}");
        Await.until(
                "they go",
                () ->
                        !cluster.exists(namespace, "NetworkPolicy/")
                                && !cluster.exists(namespace, "Deployment/lab-gateway")
                                && !cluster.exists(namespace, "ConfigMap/lab-gateway")
                                && !cluster.exists(namespace, "ConfigMap/lab-dashboards")
                                && !cluster.exists(namespace, "Service/lab-gateway"),
                () -> cluster.names(namespace).toString());
        assertThat(cluster.exists(namespace, "Ingress/lab-gateway")).isTrue();
        cluster.awaitCondition(namespace, "GatewayAvailable", "True NotWanted");
        cluster.patch(
                namespace,
                "{\"spec\":{\"network\":{\"policies\":true},\"gateway\":{\"enabled\":true,\"ingress\":null}}}");
        Await.until(
                "they come back",
                () ->
                        cluster.exists(namespace, "NetworkPolicy/lab-closed")
                                && cluster.exists(namespace, "Deployment/lab-gateway")
                                && !cluster.exists(namespace, "Ingress/"));
    }

    @Test
    void aServerOfOthersNeedsNoDatabaseOfOurs() {
        String namespace =
                ready(
                        TestCluster.smallest()
                                .replace(
                                        "{evaluation: {}}",
                                        "{server: {host: db.example.org, ownerSecretName: owner}}"));
        assertThat(cluster.names(namespace))
                .noneMatch(name -> name.contains("lab-database"))
                .contains("NetworkPolicy/lab-runners");
        String job = job(namespace);
        cluster.admin()
                .resource(
                        new io.fabric8.kubernetes.api.model.SecretBuilder()
                                .withNewMetadata()
                                .withName("owner")
                                .withNamespace(namespace)
                                .endMetadata()
                                .addToStringData("password", "new")
                                .addToStringData("username", "owner")
                                .build())
                .create();
        pass(namespace, "Delete");
        Await.until("a migration with the new password", () -> !job(namespace).equals(job));
    }

    private static String job(String namespace) {
        List<Job> jobs =
                cluster.admin().batch().v1().jobs().inNamespace(namespace).list().getItems();
        return jobs.stream().map(j -> j.getMetadata().getName()).sorted().toList().toString();
    }

    private static int replicas(String namespace, String name) {
        return cluster.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName(name)
                .get()
                .getSpec()
                .getReplicas();
    }

    /** As an autoscaler does it. */
    static void scale(TestCluster in, String namespace, String name, int to) {
        var deployment = in.admin().apps().deployments().inNamespace(namespace).withName(name);
        Scale scale = deployment.scale();
        scale.getSpec().setReplicas(to);
        deployment.scale(scale);
    }

    private static void scale(String namespace, String name, int to) {
        scale(cluster, namespace, name, to);
    }
}
