/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.RunnersSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The alerts of one lab: those of dashboards/alerts.yaml about its own series, with its own bounds.
 */
final class Alerts {

    private static final String FILE = Packed.text("alerts.yaml");

    /** Two minutes wake somebody, unless the lab is content with longer waits. */
    private static final int OLD_SECONDS = 120;

    private Alerts() {}

    static List<?> groups(Lab lab) {
        RunnersSpec runners = lab.spec().runners();
        int target = runners.targetQueueAgeSeconds();
        String text =
                FILE.replace("%lab%", lab.name())
                        .replace("%namespace%", lab.namespace())
                        .replace("%api%", series(lab, Part.API))
                        .replace("%runners%", series(lab, Part.RUNNERS))
                        .replace("%targetSeconds%", String.valueOf(target))
                        .replace("%oldSeconds%", String.valueOf(Math.max(OLD_SECONDS, 3 * target)))
                        .replace("%maxRunners%", String.valueOf(runners.max()));
        return (List<?>)
                Objects.requireNonNull(Serialization.unmarshal(text, Map.class).get("groups"));
    }

    /**
     * Two labs may be in one namespace. Which is which is known where the operator says how they
     * are read; else only the namespace is.
     */
    private static String series(Lab lab, Part part) {
        String namespace = "namespace=\"" + lab.namespace() + "\"";
        return lab.spec().observability().serviceMonitor()
                ? namespace + ",job=\"" + lab.name(part) + "\""
                : namespace;
    }
}
