/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.crd.TestApiServer;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * One smoke test on a whole Kubernetes that is not built by hack/cluster: its own controllers make
 * the pods and collect what a deleted resource leaves.
 */
@Tag("operator")
class K3sTests {

    private static final DockerImageName IMAGE = DockerImageName.parse("rancher/k3s:v1.34.1-k3s1");

    @Test
    void aResourceBecomesPodsAndItsDeletionTakesThemAway() throws IOException {
        assumeTrue(
                DockerClientFactory.instance().isDockerAvailable(),
                "the smoke test on k3s needs Docker");
        K3sContainer k3s = new K3sContainer(IMAGE);
        k3s.start();
        try (TestCluster cluster =
                TestCluster.on(TestApiServer.of(k3s.getKubeConfigYaml(), k3s::stop))) {
            String namespace = cluster.namespace();
            cluster.apply(namespace, TestCluster.smallest());
            Await.until(
                    "its first objects",
                    () ->
                            cluster.exists(namespace, "NetworkPolicy/lab-closed")
                                    && cluster.exists(namespace, "StatefulSet/lab-database"),
                    () -> cluster.events(namespace).toString());
            // their images are in no registry; that the cluster makes such pods is what counts
            Await.until(
                    "its first pod",
                    () -> pods(cluster, namespace) > 0,
                    () -> cluster.events(namespace).toString());

            cluster.admin()
                    .resources(Gretlab.class)
                    .inNamespace(namespace)
                    .withName("lab")
                    .delete();
            Await.until("it is gone", () -> cluster.get(namespace) == null);
            Await.until("its pods are gone", () -> pods(cluster, namespace) == 0);
        }
    }

    private static int pods(TestCluster cluster, String namespace) {
        return cluster.admin().pods().inNamespace(namespace).list().getItems().size();
    }
}
