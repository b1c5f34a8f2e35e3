/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects that several parts have, each made in one way. */
final class Workloads {

    private Workloads() {}

    /**
     * A Deployment that never takes a pod away before its successor is ready.
     *
     * @param replicas null when an autoscaler sets them. Then the field must never have been ours:
     *     an owner that stops sending it resets it to 1.
     */
    static Deployment deployment(
            Lab lab, Part part, @Nullable Integer replicas, PodTemplateSpec template) {
        return new DeploymentBuilder()
                .withMetadata(lab.owned(part))
                .withNewSpec()
                .withReplicas(replicas)
                .withNewSelector()
                .withMatchLabels(lab.selector(part))
                .endSelector()
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(0))
                .withMaxSurge(new IntOrString(1))
                .endRollingUpdate()
                .endStrategy()
                .withTemplate(template)
                .endSpec()
                .build();
    }

    static Service service(Lab lab, Part part, ServicePort... ports) {
        return service(lab.owned(part), lab, part, null, ports);
    }

    /** Its name resolves to the pods themselves. */
    static Service headless(Lab lab, Part part, String name, ServicePort... ports) {
        return service(lab.owned(name, part.label()), lab, part, "None", ports);
    }

    private static Service service(
            ObjectMeta meta, Lab lab, Part part, @Nullable String address, ServicePort... ports) {
        return new ServiceBuilder()
                .withMetadata(meta)
                .withNewSpec()
                .withClusterIP(address)
                .withSelector(lab.selector(part))
                .withPorts(ports)
                .endSpec()
                .build();
    }

    /**
     * @param target the name of the container's port
     */
    static ServicePort port(String name, int port, String target) {
        return new ServicePortBuilder()
                .withName(name)
                .withPort(port)
                .withProtocol("TCP")
                .withNewTargetPort(target)
                .build();
    }

    /** One pod at a time may go for the sake of a node. */
    static PodDisruptionBudget budget(Lab lab, Part part) {
        return new PodDisruptionBudgetBuilder()
                .withMetadata(lab.owned(part))
                .withNewSpec()
                .withMaxUnavailable(new IntOrString(1))
                .withNewSelector()
                .withMatchLabels(lab.selector(part))
                .endSelector()
                .endSpec()
                .build();
    }

    static ServiceAccount account(Lab lab, Part part) {
        return new ServiceAccountBuilder()
                .withMetadata(lab.owned(part))
                .withAutomountServiceAccountToken(false)
                .build();
    }

    static ConfigMap config(Lab lab, Part part, Map<String, String> data) {
        return new ConfigMapBuilder().withMetadata(lab.owned(part)).withData(data).build();
    }
}
