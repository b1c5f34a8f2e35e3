/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.RunnersSpec;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What KEDA is asked for: as many runners as the larger of two figures of the database says. Both
 * are AverageValue; as Value the age of one stuck job would be multiplied by the runners that are
 * there, up to the most.
 */
final class Scaling {

    /** What KEDA is asked once in, in seconds. */
    private static final int POLLING_SECONDS = 5;

    /** A queue that is empty for so long, in seconds, lets runners go. */
    private static final int CALM_SECONDS = 120;

    private Scaling() {}

    static GenericKubernetesResource authentication(Lab lab) {
        return keda(
                lab,
                "TriggerAuthentication",
                Map.of(
                        "secretTargetRef",
                        List.of(
                                Map.of(
                                        "parameter",
                                        "password",
                                        "name",
                                        lab.credentials(),
                                        "key",
                                        Credentials.SCALER))));
    }

    static GenericKubernetesResource scaledObject(Lab lab) {
        RunnersSpec wanted = lab.spec().runners();
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("scaleTargetRef", Map.of("name", lab.name(Part.RUNNERS)));
        spec.put("minReplicaCount", wanted.min());
        spec.put("maxReplicaCount", wanted.max());
        spec.put("pollingInterval", POLLING_SECONDS);
        spec.put(
                "advanced",
                Map.of(
                        "horizontalPodAutoscalerConfig",
                        Map.of(
                                "behavior",
                                Map.of(
                                        "scaleDown",
                                        Map.of("stabilizationWindowSeconds", CALM_SECONDS)))));
        spec.put(
                "triggers",
                List.of(
                        trigger(
                                lab,
                                "age",
                                "select gretlab.queue_oldest_seconds()",
                                wanted.targetQueueAgeSeconds()),
                        trigger(lab, "wanted", "select gretlab.wanted_runners()", 1)));
        return keda(lab, "ScaledObject", spec);
    }

    private static Map<String, Object> trigger(Lab lab, String name, String query, int target) {
        Database database = Database.of(lab);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("host", database.host());
        metadata.put("port", String.valueOf(database.port()));
        metadata.put("userName", database.role("scaler"));
        metadata.put("dbName", database.name());
        metadata.put("sslmode", database.sslMode());
        metadata.put("query", query);
        metadata.put("targetQueryValue", String.valueOf(target));
        Map<String, Object> trigger = new LinkedHashMap<>();
        trigger.put("type", "postgresql");
        trigger.put("name", name);
        trigger.put("metricType", "AverageValue");
        trigger.put("authenticationRef", Map.of("name", lab.name(Part.RUNNERS)));
        trigger.put("metadata", metadata);
        return trigger;
    }

    private static GenericKubernetesResource keda(Lab lab, String kind, Map<String, Object> spec) {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("keda.sh/v1alpha1")
                .withKind(kind)
                .withMetadata(lab.owned(Part.RUNNERS))
                .addToAdditionalProperties("spec", spec)
                .build();
    }
}
