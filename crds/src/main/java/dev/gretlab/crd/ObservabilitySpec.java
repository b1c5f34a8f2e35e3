/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is made for Prometheus, when its operator is in the cluster, and for Grafana.
 *
 * @param serviceMonitor Makes ServiceMonitors for API and runners.
 * @param rules Makes a PrometheusRule with the alerts.
 * @param dashboards Makes a ConfigMap with the dashboards, labelled grafana_dashboard=1 as the
 *     sidecar of Grafana's chart looks for it.
 * @param labels Labels that your Prometheus looks for on ServiceMonitors and rules.
 */
public record ObservabilitySpec(
        @Default("true") boolean serviceMonitor,
        @Default("true") boolean rules,
        @Default("true") boolean dashboards,
        @Size(max = 20)
                @ValidationRule(
                        value = "self.all(k, self[k].size() <= 63)",
                        message = "A label's value has at most 63 characters.")
                @Nullable Map<String, String> labels) {}
