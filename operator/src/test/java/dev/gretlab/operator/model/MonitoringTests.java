/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.CompleteResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class MonitoringTests {

    private static final Path ROOT = Path.of(System.getProperty("gretlab.root"));

    private static final String SPEC =
            """
            version: 0.1.0
            host: lab.example.org
            tls: {selfSigned: true}
            database: {evaluation: {}}
            """;

    private static Blueprint blueprint(String spec) throws IOException {
        Lab lab =
                Lab.of(
                        CompleteResource.of(spec),
                        new OperatorSettings("registry.example.org/gretlab", "gretlab-system"));
        return Blueprint.of(lab, Credentials.complete(lab, Map.of(), new Random(7)), Map.of());
    }

    private static List<GenericKubernetesResource> find(Blueprint blueprint, String kind) {
        return blueprint.optional().stream().filter(o -> o.getKind().equals(kind)).toList();
    }

    private static List<Map<String, Object>> groups(String spec) throws IOException {
        return Objects.requireNonNull(
                find(blueprint(spec), "PrometheusRule").getFirst().get("spec", "groups"));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> alerts(String spec) throws IOException {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(groups(spec).getFirst().get("rules"));
    }

    private static List<String> names() throws IOException {
        return alerts(SPEC).stream().map(alert -> String.valueOf(alert.get("alert"))).toList();
    }

    private static List<String> all(String pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    /**
     * hack/test lets promtool check them afterwards, with the cases in dashboards/alerts.test.yaml.
     */
    @Test
    void theRulesOfALabAreWrittenForPromtool() throws IOException {
        Path file = ROOT.resolve("operator/target/alerts.yaml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, Serialization.asYaml(Map.of("groups", groups(SPEC))));
        assertThat(Files.readString(file))
                .doesNotContainPattern("%[a-zA-Z]+%")
                .contains("namespace=\\\"school\\\"");
    }

    @Test
    void eachAlertSaysWhatIsWrongAndWhatToDo() throws IOException {
        assertThat(names()).doesNotHaveDuplicates().hasSizeGreaterThan(10);
        for (Map<String, Object> alert : alerts(SPEC)) {
            String name = String.valueOf(alert.get("alert"));
            assertThat(alert).containsOnlyKeys("alert", "expr", "for", "labels", "annotations");
            Map<?, ?> labels = (Map<?, ?>) Objects.requireNonNull(alert.get("labels"));
            assertThat(labels.get("severity")).as(name).isIn("critical", "warning");
            assertThat(labels.get("namespace")).as(name).isEqualTo("school");
            assertThat(labels.get("lab")).as(name).isEqualTo("lab");
            Map<?, ?> annotations = (Map<?, ?>) Objects.requireNonNull(alert.get("annotations"));
            assertThat(String.valueOf(annotations.get("summary"))).as(name).endsWith(".");
            assertThat(String.valueOf(annotations.get("description")))
                    .as(name)
                    .hasSizeGreaterThan(80)
                    .endsWith(".");
            assertThat(annotations.get("runbook"))
                    .as(name)
                    .isEqualTo("docs/platform.md#" + name.toLowerCase(Locale.ROOT));
        }
    }

    @Test
    void eachAlertHasItsSectionAndEachSectionItsAlert() throws IOException {
        assertThat(all("^### (Gretlab\\w+)$", Files.readString(ROOT.resolve("docs/platform.md"))))
                .containsExactlyElementsOf(names());
    }

    @Test
    void eachAlertFiresInSomeCase() throws IOException {
        assertThat(
                        all(
                                "alertname=\"(\\w+)\"",
                                Files.readString(ROOT.resolve("dashboards/alerts.test.yaml"))))
                .containsAll(names());
    }

    @Test
    void boundsAreThoseOfTheResource() throws IOException {
        String rules = alerts(SPEC + "runners: {targetQueueAgeSeconds: 90, max: 37}\n").toString();
        assertThat(rules)
                .contains("job=\"lab-api\"}) > 90", "< 37", ">= 37", "job=\"lab-api\"}) > 270");
        assertThat(alerts(SPEC).toString())
                .contains(
                        "job=\"lab-api\"}) > 10 and", "< 4,", ">= 4,", "job=\"lab-api\"}) > 120,");
    }

    /** Which YAML would take for numbers, and Prometheus' operator for no labels. */
    @Test
    void namesMayBeNumbers() throws IOException {
        Lab lab =
                Lab.of(
                        CompleteResource.of(SPEC),
                        new OperatorSettings("registry.example.org/gretlab", "gretlab-system"));
        Lab numbers = new Lab("1e3", "2026", lab.uid(), lab.spec(), lab.settings());
        Map<?, ?> group = (Map<?, ?>) Alerts.groups(numbers).getFirst();
        Map<?, ?> alert =
                (Map<?, ?>) ((List<?>) Objects.requireNonNull(group.get("rules"))).getFirst();
        assertThat(alert.get("labels"))
                .isEqualTo(Map.of("severity", "critical", "namespace", "2026", "lab", "1e3"));
    }

    @Test
    void whereOthersReadTheLabOnlyItsNamespaceIsKnown() throws IOException {
        assertThat(alerts(SPEC + "observability: {serviceMonitor: false}\n").toString())
                .contains("gretlab_runners_online{namespace=\"school\"}")
                .doesNotContain("job=");
    }

    /** Read through two Services, all that is counted would be twice what it is. */
    @Test
    void everyPodIsReadOnce() throws IOException {
        Blueprint blueprint = blueprint(SPEC);
        List<Service> services =
                blueprint
                        .objects()
                        .filter(Service.class::isInstance)
                        .map(Service.class::cast)
                        .toList();
        List<GenericKubernetesResource> monitors = find(blueprint, "ServiceMonitor");
        assertThat(monitors).hasSize(2);
        for (GenericKubernetesResource monitor : monitors) {
            Map<String, String> labels =
                    Objects.requireNonNull(monitor.get("spec", "selector", "matchLabels"));
            List<Map<String, Object>> endpoints =
                    Objects.requireNonNull(monitor.get("spec", "endpoints"));
            Map<?, ?> keep =
                    (Map<?, ?>)
                            ((List<?>)
                                            Objects.requireNonNull(
                                                    endpoints.getFirst().get("relabelings")))
                                    .getFirst();
            assertThat(keep.get("action")).isEqualTo("keep");
            assertThat(keep.get("sourceLabels"))
                    .isEqualTo(List.of("__meta_kubernetes_service_name"));
            assertThat(services)
                    .filteredOn(s ->
                            s.getMetadata().getLabels().entrySet().containsAll(labels.entrySet())
                                    && s.getMetadata()
                                            .getName()
                                            .matches(String.valueOf(keep.get("regex"))))
                    .singleElement()
                    .satisfies(service -> {
                        // the alerts know what is read by this name
                        assertThat(alerts(SPEC).toString())
                                .contains("job=\"" + service.getMetadata().getName() + "\"");
                        assertThat(service.getSpec().getPorts())
                                .extracting(p -> p.getName())
                                .contains(String.valueOf(endpoints.getFirst().get("port")));
                    });
        }
    }

    @Test
    void nothingIsMadeThatTheResourceDoesNotWant() throws IOException {
        Blueprint none =
                blueprint(
                        SPEC
                                + "observability: {serviceMonitor: false, rules: false, dashboards: false}\n");
        assertThat(find(none, "ServiceMonitor")).isEmpty();
        assertThat(find(none, "PrometheusRule")).isEmpty();
        assertThat(none.objects())
                .noneMatch(o -> o.getMetadata().getName().equals("lab-dashboards"));
    }
}
