/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What all pods of a lab have in common: they pass Pod Security "restricted" and know nothing of
 * the cluster.
 */
final class Pods {

    /** Where the passwords that a pod needs are mounted, each in a file of its key's name. */
    static final String SECRETS = "/etc/gretlab/secrets";

    /**
     * Changes when the pods must be made anew though their specification did not: a new
     * configuration or password.
     */
    static final String CONTENT = "gretlab.dev/content";

    private static final long USER = 10001;

    private Pods() {}

    /** A pod without containers yet. */
    static PodSpecBuilder spec(Lab lab, Part part) {
        List<String> pullSecrets =
                Objects.requireNonNullElse(lab.spec().images().pullSecrets(), List.of());
        return new PodSpecBuilder()
                .withServiceAccountName(lab.name(part))
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withImagePullSecrets(pullSecrets.stream().map(LocalObjectReference::new).toList())
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withRunAsUser(USER)
                .withRunAsGroup(USER)
                .withFsGroup(USER)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext();
    }

    /** The part's container without environment, ports and volumes yet. */
    static ContainerBuilder container(Lab lab, Part part, String image) {
        return new ContainerBuilder()
                .withName(part.label())
                .withImage(image)
                .withImagePullPolicy(lab.spec().images().pullPolicy().policy())
                // what it said last is for the lab's conditions; programs keep secrets out of it
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withNewSecurityContext()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext();
    }

    /**
     * @param contents what the pods must be made anew for
     */
    static PodTemplateSpec template(Lab lab, Part part, PodSpec spec, Object... contents) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(lab.labels(part.label()))
                .withAnnotations(Map.of(CONTENT, Fingerprint.of(Arrays.asList(contents))))
                .endMetadata()
                .withSpec(spec)
                .build();
    }

    /** Asks for both and never gets more memory; cores that nobody uses it may have. */
    static ResourceRequirements burstable(String cpu, String memory) {
        return new ResourceRequirementsBuilder()
                .withRequests(Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)))
                .withLimits(Map.of("memory", new Quantity(memory)))
                .build();
    }

    /** Cores of its own: nothing more and nothing less. */
    static ResourceRequirements guaranteed(String cpu, String memory) {
        Map<String, Quantity> both =
                Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory));
        return new ResourceRequirementsBuilder().withRequests(both).withLimits(both).build();
    }

    /** No more cores than these, and only a tenth of them for certain. */
    static ResourceRequirements shared(String wholeCores, String memory) {
        int cores = Integer.parseInt(wholeCores);
        return new ResourceRequirementsBuilder()
                .withRequests(
                        Map.of(
                                "cpu",
                                new Quantity(cores * 100 + "m"),
                                "memory",
                                new Quantity(memory)))
                .withLimits(Map.of("cpu", new Quantity(wholeCores), "memory", new Quantity(memory)))
                .build();
    }

    static EnvVar env(String name, Object value) {
        return new EnvVarBuilder().withName(name).withValue(String.valueOf(value)).build();
    }

    static EnvVar envFromSecret(String name, String secret, String key) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewSecretKeyRef()
                .withName(secret)
                .withKey(key)
                .endSecretKeyRef()
                .endValueFrom()
                .build();
    }

    /** Some keys of a Secret, as files. */
    static Volume secret(String volume, String secret, String... keys) {
        return new VolumeBuilder()
                .withName(volume)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(0440)
                .withItems(
                        Arrays.stream(keys)
                                .map(key ->
                                        new io.fabric8.kubernetes.api.model.KeyToPathBuilder()
                                                .withKey(key)
                                                .withPath(key)
                                                .build())
                                .toList())
                .endSecret()
                .build();
    }

    static Volume config(String volume, String configMap) {
        return new VolumeBuilder()
                .withName(volume)
                .withNewConfigMap()
                .withName(configMap)
                .withDefaultMode(0444)
                .endConfigMap()
                .build();
    }

    static Volume scratch(String volume, @Nullable String sizeLimit) {
        return new VolumeBuilder()
                .withName(volume)
                .withNewEmptyDir()
                .withSizeLimit(sizeLimit == null ? null : new Quantity(sizeLimit))
                .endEmptyDir()
                .build();
    }

    static VolumeMount mount(String volume, String path, boolean readOnly) {
        VolumeMountBuilder mount = new VolumeMountBuilder().withName(volume).withMountPath(path);
        // false is the default, which the API server leaves out: sent, it would look like a
        // difference for ever
        return readOnly ? mount.withReadOnly(true).build() : mount.build();
    }

    static Probe http(String path, String port, int periodSeconds, int failures) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(path)
                .withNewPort(port)
                .withScheme("HTTP")
                .endHttpGet()
                .withPeriodSeconds(periodSeconds)
                .withTimeoutSeconds(3)
                .withFailureThreshold(failures)
                .build();
    }

    static Probe tcp(String port, int periodSeconds, int failures) {
        return new ProbeBuilder()
                .withNewTcpSocket()
                .withNewPort(port)
                .endTcpSocket()
                .withPeriodSeconds(periodSeconds)
                .withTimeoutSeconds(3)
                .withFailureThreshold(failures)
                .build();
    }

    /** As evenly as can be; an uneven spread is better than a pod that waits. */
    static TopologySpreadConstraint spread(Lab lab, Part part, String label) {
        return new TopologySpreadConstraintBuilder()
                .withMaxSkew(1)
                .withTopologyKey(label)
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withNewLabelSelector()
                .withMatchLabels(lab.selector(part))
                .endLabelSelector()
                .build();
    }

    /** One container and its volumes. */
    static PodSpec with(PodSpecBuilder pod, Container container, Volume... volumes) {
        return pod.withContainers(container).withVolumes(volumes).build();
    }
}
