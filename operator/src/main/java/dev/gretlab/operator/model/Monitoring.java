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
                            Map.of(
                                    "groups",
                                    List.of(
                                            Map.of(
                                                    "name",
                                                    "gretlab-" + lab.name(),
                                                    "rules",
                                                    alerts(lab))))));
        }
        return objects;
    }

    private static GenericKubernetesResource monitor(Lab lab, Part part, String path) {
        Map<String, Object> endpoint = new LinkedHashMap<>();
        endpoint.put("port", "http");
        endpoint.put("path", path);
        endpoint.put(
                "bearerTokenSecret", Map.of("name", lab.credentials(), "key", Credentials.METRICS));
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

    private static List<Map<String, Object>> alerts(Lab lab) {
        String where = "{namespace=\"" + lab.namespace() + "\"}";
        return List.of(
                alert(
                        "GretlabNoRunner",
                        "max(gretlab_runners_online" + where + ") == 0",
                        "2m",
                        "critical",
                        "No runner is online: nothing is judged."),
                alert(
                        "GretlabQueueOld",
                        "max(gretlab_queue_oldest_seconds" + where + ") > 120",
                        "2m",
                        "warning",
                        "The oldest job waits for more than two minutes."),
                alert(
                        "GretlabLeasesLapse",
                        "sum(increase(gretlab_leases_lapsed_total" + where + "[10m])) > 5",
                        "0m",
                        "warning",
                        "Runners die or are cut off while they run jobs."));
    }

    private static Map<String, Object> alert(
            String name, String expression, String lasts, String severity, String says) {
        Map<String, Object> alert = new LinkedHashMap<>();
        alert.put("alert", name);
        alert.put("expr", expression);
        alert.put("for", lasts);
        alert.put("labels", Map.of("severity", severity));
        alert.put("annotations", Map.of("summary", says));
        return alert;
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
