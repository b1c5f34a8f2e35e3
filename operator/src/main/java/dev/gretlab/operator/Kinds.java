/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The kinds of objects that a lab is made of, and which of the foreign ones this cluster knows. */
final class Kinds {

    /**
     * In the order in which they are deleted: first what makes others, so that nothing comes back.
     */
    static final List<Class<? extends HasMetadata>> OWN =
            List.of(
                    HorizontalPodAutoscaler.class,
                    Ingress.class,
                    Deployment.class,
                    StatefulSet.class,
                    Job.class,
                    PodDisruptionBudget.class,
                    Service.class,
                    ConfigMap.class,
                    NetworkPolicy.class,
                    ServiceAccount.class);

    static final ResourceDefinitionContext SCALED_OBJECT =
            kind("keda.sh", "v1alpha1", "ScaledObject", "scaledobjects");

    /** What is made only where its kind is known. The ScaledObject is the first to go. */
    static final List<ResourceDefinitionContext> OPTIONAL =
            List.of(
                    SCALED_OBJECT,
                    kind("keda.sh", "v1alpha1", "TriggerAuthentication", "triggerauthentications"),
                    kind("monitoring.coreos.com", "v1", "ServiceMonitor", "servicemonitors"),
                    kind("monitoring.coreos.com", "v1", "PrometheusRule", "prometheusrules"),
                    kind("cert-manager.io", "v1", "Certificate", "certificates"));

    private record Answer(boolean known, long askedAt) {}

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Duration validity;
    private final ConcurrentMap<String, Answer> answers = new ConcurrentHashMap<>();

    /**
     * @param validity how long the API server's word about a kind is believed
     */
    Kinds(KubernetesClient client, InstantSource clock, Duration validity) {
        this.client = client;
        this.clock = clock;
        this.validity = validity;
    }

    boolean known(ResourceDefinitionContext kind) {
        String name = kind.getGroup() + "/" + kind.getVersion() + "/" + kind.getKind();
        long now = clock.millis();
        Answer answer = answers.get(name);
        if (answer == null || now - answer.askedAt() > validity.toMillis()) {
            answer =
                    new Answer(
                            client.supports(
                                    kind.getGroup() + "/" + kind.getVersion(), kind.getKind()),
                            now);
            answers.put(name, answer);
        }
        return answer.known();
    }

    static ResourceDefinitionContext of(String apiVersion, String kind) {
        return OPTIONAL.stream()
                .filter(known ->
                        known.getKind().equals(kind)
                                && apiVersion.equals(known.getGroup() + "/" + known.getVersion()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(apiVersion + " " + kind));
    }

    private static ResourceDefinitionContext kind(
            String group, String version, String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }
}
