/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.crd.GretlabStatus;
import dev.gretlab.crd.TestApiServer;
import dev.gretlab.operator.model.Lab;
import dev.gretlab.operator.model.OperatorSettings;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A real API server, with the operator in it as the chart would let it in: it acts as its
 * ServiceAccount, under the chart's own rules.
 */
final class TestCluster implements AutoCloseable {

    static final Path ROOT = Path.of(System.getProperty("gretlab.root"));

    /** No API is up in a cluster without nodes: nothing listens there. */
    private static final StateWatch.Manner NOBODY_TELLS =
            new StateWatch.Manner(
                    lab -> URI.create("http://127.0.0.1:1/state"),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(1));

    private static final AtomicInteger NAMESPACES = new AtomicInteger();

    private final TestApiServer server;
    private final KubernetesClient operatorClient;
    private final Kubelets kubelets;
    private final StateWatch.Manner asking;
    private RunningOperator operator;

    private TestCluster(TestApiServer server, StateWatch.Manner asking) {
        this.asking = asking;
        this.server = server;
        this.operatorClient = server.as("gretlab-system", "gretlab-operator");
        this.kubelets = new Kubelets(server.admin());
        this.operator = newOperator();
    }

    static TestCluster start() throws IOException {
        return start(NOBODY_TELLS);
    }

    /** With an operator that asks labs in this manner. */
    static TestCluster start(StateWatch.Manner asking) throws IOException {
        TestCluster cluster = idle(asking);
        cluster.operator.start();
        return cluster;
    }

    /** Without an operator that runs. */
    static TestCluster idle() throws IOException {
        return idle(NOBODY_TELLS);
    }

    private static TestCluster idle(StateWatch.Manner asking) throws IOException {
        return idle(asking, TestApiServer.start());
    }

    /** With an operator, and with controllers and kubelets that are not ours. */
    static TestCluster on(TestApiServer server) throws IOException {
        TestCluster cluster = idle(NOBODY_TELLS, server);
        cluster.kubelets.allow(o -> false);
        cluster.operator.start();
        return cluster;
    }

    private static TestCluster idle(StateWatch.Manner asking, TestApiServer server)
            throws IOException {
        KubernetesClient admin = server.admin();
        ClusterRole role =
                Serialization.unmarshal(
                        Files.readString(
                                ROOT.resolve("helm/gretlab-operator/templates/cluster-role.yaml")),
                        ClusterRole.class);
        admin.resource(role).create();
        admin.resource(
                        new ClusterRoleBindingBuilder()
                                .withNewMetadata()
                                .withName("gretlab-operator")
                                .endMetadata()
                                .withNewRoleRef(
                                        "rbac.authorization.k8s.io",
                                        "ClusterRole",
                                        "gretlab-operator")
                                .addNewSubject()
                                .withKind("ServiceAccount")
                                .withName("gretlab-operator")
                                .withNamespace("gretlab-system")
                                .endSubject()
                                .build())
                .create();
        admin.resource(
                        new RuntimeClassBuilder()
                                .withNewMetadata()
                                .withName("gvisor")
                                .endMetadata()
                                .withHandler("runsc")
                                .build())
                .create();
        admin.resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("gretlab-system")
                                .endMetadata()
                                .build())
                .create();
        return new TestCluster(server, asking);
    }

    KubernetesClient admin() {
        return server.admin();
    }

    KubernetesClient operatorClient() {
        return operatorClient;
    }

    TestApiServer server() {
        return server;
    }

    Kubelets kubelets() {
        return kubelets;
    }

    /** Stops the operator wherever it is, and starts a new one that remembers nothing. */
    void restartOperator() {
        operator.close();
        operator = newOperator();
        operator.start();
    }

    private RunningOperator newOperator() {
        return new RunningOperator(
                operatorClient,
                new OperatorSettings("registry.example.org/gretlab", "gretlab-system"),
                new SimpleMeterRegistry(),
                null,
                Duration.ofMillis(500),
                asking);
    }

    String namespace() {
        String name = "test-" + NAMESPACES.incrementAndGet();
        admin().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                // what pods must pass in it; the API server holds templates to it
                                // with warnings only
                                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                                .endMetadata()
                                .build())
                .create();
        return name;
    }

    /** Makes a Gretlab named lab. */
    void apply(String namespace, String spec) {
        admin().resource(
                        """
                        apiVersion: gretlab.dev/v1alpha1
                        kind: Gretlab
                        metadata: {name: lab, namespace: %s}
                        spec:
                        %s
                        """
                                .formatted(namespace, spec.indent(2)))
                .create();
    }

    /** The least that is ready without a sandbox's report. */
    static String smallest() {
        return """
        version: 0.1.0
        host: lab.example.org
        tls: {selfSigned: true}
        database: {evaluation: {}}
        runners: {allowUnsandboxed: true}
        """;
    }

    void patch(String namespace, String json) {
        admin().resources(Gretlab.class)
                .inNamespace(namespace)
                .withName("lab")
                .patch(PatchContext.of(PatchType.JSON_MERGE), json);
    }

    Gretlab get(String namespace) {
        return admin().resources(Gretlab.class).inNamespace(namespace).withName("lab").get();
    }

    String condition(String namespace, String type) {
        Gretlab lab = get(namespace);
        GretlabStatus status = lab == null ? null : lab.getStatus();
        Condition condition = StatusReport.byType(status).get(type);
        return condition == null ? "none" : condition.getStatus() + " " + condition.getReason();
    }

    String message(String namespace, String type) {
        return Objects.requireNonNull(
                        StatusReport.byType(get(namespace).getStatus()).get(type), type)
                .getMessage();
    }

    void awaitCondition(String namespace, String type, String statusAndReason) {
        Await.until(
                namespace + " " + type + " " + statusAndReason,
                () -> condition(namespace, type).equals(statusAndReason),
                () -> Serialization.asYaml(get(namespace).getStatus()));
    }

    void awaitReady(String namespace) {
        awaitCondition(namespace, "Ready", "True Ready");
    }

    /** The status speaks of the resource as it is now, so that a pass over it has been. */
    void awaitObserved(String namespace) {
        Await.until(
                "a pass",
                () -> {
                    Gretlab lab = get(namespace);
                    return lab.getStatus() != null
                            && Objects.equals(
                                    lab.getStatus().observedGeneration(),
                                    lab.getMetadata().getGeneration());
                });
    }

    /** Everything that the operator made in a namespace. */
    List<HasMetadata> objects(String namespace) {
        return Stream.concat(
                        Kinds.OWN.stream(), Stream.<Class<? extends HasMetadata>>of(Secret.class))
                .flatMap(kind -> list(namespace, kind))
                .toList();
    }

    private Stream<HasMetadata> list(String namespace, Class<? extends HasMetadata> kind) {
        return admin()
                .resources(kind)
                .inNamespace(namespace)
                .withLabel(Lab.MANAGED_BY, Lab.OPERATOR)
                .list()
                .getItems()
                .stream()
                .map(object -> object);
    }

    /** KIND/NAME of everything. */
    List<String> names(String namespace) {
        return objects(namespace).stream()
                .map(o -> o.getKind() + "/" + o.getMetadata().getName())
                .sorted()
                .toList();
    }

    boolean exists(String namespace, String kindAndName) {
        return names(namespace).stream().anyMatch(name -> name.startsWith(kindAndName));
    }

    /** KIND/NAME and resourceVersion of everything: equal when nothing was written. */
    Map<String, String> versions(String namespace) {
        Map<String, String> versions = new TreeMap<>();
        objects(namespace)
                .forEach(o ->
                        versions.put(
                                o.getKind() + "/" + o.getMetadata().getName(),
                                o.getMetadata().getResourceVersion()));
        return versions;
    }

    List<String> events(String namespace) {
        return admin().v1().events().inNamespace(namespace).list().getItems().stream()
                .map(e -> e.getType() + " " + e.getReason() + ": " + e.getMessage())
                .toList();
    }

    @Override
    public void close() {
        operator.close();
        kubelets.close();
        operatorClient.close();
        server.close();
    }
}
