/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The dashboards of one lab, where a sidecar of Grafana finds them. Grafana refuses two of the same
 * uid, and sidecars put the files of all namespaces into one folder: both carry the lab's name.
 */
final class Dashboards {

    static final List<String> FILES = List.of("lab.json", "contest-day.json");

    private Dashboards() {}

    static ConfigMap configMap(Lab lab) {
        Map<String, String> files = new TreeMap<>();
        for (String file : FILES) {
            files.put("gretlab." + lab.namespace() + "." + lab.name() + "." + file, of(lab, file));
        }
        return new ConfigMapBuilder()
                .withMetadata(lab.owned(lab.name("dashboards"), "observability"))
                .editMetadata()
                .addToLabels("grafana_dashboard", "1")
                .endMetadata()
                .withData(files)
                .build();
    }

    /** The file with the lab's name in it, and its namespace chosen. */
    private static String of(Lab lab, String file) {
        Map<String, Object> dashboard = new LinkedHashMap<>(read(file));
        dashboard.put(
                "uid",
                dashboard.get("uid") + "-" + Fingerprint.of(List.of(lab.namespace(), lab.name())));
        dashboard.put("title", dashboard.get("title") + ": " + lab.namespace() + "/" + lab.name());
        if (dashboard.get("templating") instanceof Map<?, ?> templating
                && templating.get("list") instanceof List<?> variables) {
            dashboard.put(
                    "templating",
                    Map.of("list", variables.stream().map(v -> chosen(lab, v)).toList()));
        }
        return Serialization.asJson(dashboard);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(String file) {
        return Serialization.unmarshal(Packed.text(file), Map.class);
    }

    private static Object chosen(Lab lab, Object variable) {
        if (variable instanceof Map<?, ?> map && "namespace".equals(map.get("name"))) {
            Map<Object, Object> with = new LinkedHashMap<>(map);
            with.put("current", Map.of("text", lab.namespace(), "value", lab.namespace()));
            return with;
        }
        return variable;
    }
}
