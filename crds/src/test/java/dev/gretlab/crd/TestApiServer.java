/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.KubeAPITestException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionCondition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A kube-apiserver with its etcd, as {@code hack/tools kube-apiserver} built it, that knows our
 * resource.
 */
public final class TestApiServer implements AutoCloseable {

    /** The same as in hack/tools. */
    private static final String VERSION = "1.34.4";

    private static final int MOST_STARTS = 3;

    private static final System.Logger log = System.getLogger(TestApiServer.class.getName());

    private final String kubeconfig;
    private final Runnable stop;
    private final KubernetesClient admin;

    private TestApiServer(String kubeconfig, Runnable stop) {
        this.kubeconfig = kubeconfig;
        this.stop = stop;
        this.admin =
                new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig)).build();
    }

    /** Returns when the resource can be made. */
    public static TestApiServer start() {
        Path binaries = folder();
        if (!Files.isDirectory(binaries.resolve("k8s"))) {
            throw new IllegalStateException(
                    "There is no kube-apiserver in "
                            + binaries
                            + ". Run hack/tools kube-apiserver.");
        }
        KubeAPIServer server = started(binaries);
        return of(server.getKubeConfigYaml(), server::stop);
    }

    /** One that others started, with the CRD put into it. */
    public static TestApiServer of(String kubeconfig, Runnable stop) {
        TestApiServer started = new TestApiServer(kubeconfig, stop);
        started.install(GeneratedCrd.checkedIn(Path.of(System.getProperty("gretlab.root"))));
        return started;
    }

    /**
     * Its ports are chosen some time before they are taken, so that another program may have them
     * by then: it is tried again with others.
     */
    private static KubeAPIServer started(Path binaries) {
        for (int tries = 1; ; tries++) {
            KubeAPIServer server =
                    new KubeAPIServer(
                            KubeAPIServerConfigBuilder.anAPIServerConfig()
                                    .withApiServerVersion(VERSION)
                                    .withTestDir(binaries.toString())
                                    .withStartupTimeout(120_000)
                                    .build());
            try {
                server.start();
                return server;
            } catch (KubeAPITestException e) {
                server.stop();
                if (tries == MOST_STARTS) {
                    throw e;
                }
                log.log(System.Logger.Level.WARNING, "start {0}: {1}", tries, e.getMessage());
            }
        }
    }

    /** For a process of its own. */
    public String kubeconfig() {
        return kubeconfig;
    }

    /** May do everything. */
    public KubernetesClient admin() {
        return admin;
    }

    /** Acts as a ServiceAccount: what it is not granted, it cannot do. The caller closes it. */
    public KubernetesClient as(String namespace, String serviceAccount) {
        return new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder(Config.fromKubeconfig(kubeconfig))
                                .withImpersonateUsername(
                                        "system:serviceaccount:" + namespace + ":" + serviceAccount)
                                .withImpersonateGroups(
                                        "system:serviceaccounts",
                                        "system:serviceaccounts:" + namespace,
                                        "system:authenticated")
                                .build())
                .build();
    }

    /** Applies the CRD in the file and waits until the API server serves it. */
    public void install(Path crd) {
        try {
            HasMetadata applied = admin.resource(Files.readString(crd)).serverSideApply();
            admin.resource(applied)
                    .waitUntilCondition(TestApiServer::isEstablished, 30, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isEstablished(HasMetadata found) {
        if (!(found instanceof CustomResourceDefinition definition)
                || definition.getStatus() == null) {
            return false;
        }
        List<CustomResourceDefinitionCondition> conditions = definition.getStatus().getConditions();
        // one that has just been applied has a status in which there is nothing yet
        return conditions != null
                && conditions.stream()
                        .anyMatch(condition ->
                                condition.getType().equals("Established")
                                        && condition.getStatus().equals("True"));
    }

    @Override
    public void close() {
        admin.close();
        stop.run();
    }

    private static Path folder() {
        return Optional.ofNullable(System.getenv("KUBE_API_TEST_DIR"))
                .map(Path::of)
                .orElseGet(() ->
                        Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                                .map(Path::of)
                                .orElse(Path.of(System.getProperty("user.home"), ".cache"))
                                .resolve("gretlab/kube-api-test"));
    }
}
