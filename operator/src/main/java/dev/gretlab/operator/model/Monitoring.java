/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.ObservabilitySpec;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What Prometheus' operator is asked for. Only fields that its oldest versions have: one that is
 * unknown would refuse the whole object.
 */
final class Monitoring {

    private Monitoring() {}

    static List<GenericKubernetesResource> objects(Lab lab) {
        ObservabilitySpec wanted = lab.spec().observability();
        List<GenericKubernetesResource> objects = new ArrayList<>();
        if (wanted.serviceMonitor()) {
            objects.add(monitor(lab, Part.API, "/api/metrics"));
            objects.add(monitor(lab, Part.RUNNERS, "/metrics"));
        }
        if (wanted.rules()) {
            objects.add(
                    resource(
                            lab,
                            "PrometheusRule",
                            lab.owned(lab.name("alerts"), "observability"),
                            Map.of("groups", Alerts.groups(lab))));
        }
        return objects;
    }

    /** Named after the Service, as Prometheus' operator names the job of what it reads. */
    private static GenericKubernetesResource monitor(Lab lab, Part part, String path) {
        Map<String, Object> endpoint = new LinkedHashMap<>();
        endpoint.put("port", "http");
        endpoint.put("path", path);
        endpoint.put(
                "bearerTokenSecret", Map.of("name", lab.credentials(), "key", Credentials.METRICS));
        // A part may have two Services for the same pods. Read through both, everything would be
        // counted twice.
        endpoint.put(
                "relabelings",
                List.of(
                        Map.of(
                                "action",
                                "keep",
                                "sourceLabels",
                                List.of("__meta_kubernetes_service_name"),
                                "regex",
                                lab.name(part))));
        return resource(
                lab,
                "ServiceMonitor",
                lab.owned(part),
                Map.of(
                        "selector",
                        Map.of("matchLabels", lab.selector(part)),
                        "endpoints",
                        List.of(endpoint)));
    }

    private static GenericKubernetesResource resource(
            Lab lab, String kind, ObjectMeta meta, Map<String, Object> spec) {
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, String> theirs = lab.spec().observability().labels();
        if (theirs != null) {
            labels.putAll(theirs);
        }
        // ours last: by them the operator finds its own again
        labels.putAll(meta.getLabels());
        meta.setLabels(labels);
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("monitoring.coreos.com/v1")
                .withKind(kind)
                .withMetadata(meta)
                .addToAdditionalProperties("spec", spec)
                .build();
    }
}
