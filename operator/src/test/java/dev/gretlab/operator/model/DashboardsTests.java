/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gretlab.crd.CompleteResource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class DashboardsTests {

    private static final Path ROOT = Path.of(System.getProperty("gretlab.root"));

    private static final Lab LAB = lab("school", "lab");

    private static Lab lab(String namespace, String name) {
        try {
            Lab lab =
                    Lab.of(
                            CompleteResource.of(
                                    """
                                    version: 0.1.0
                                    host: lab.example.org
                                    tls: {selfSigned: true}
                                    database: {evaluation: {}}
                                    """),
                            new OperatorSettings("registry.example.org/gretlab", "gretlab-system"));
            return new Lab(name, namespace, lab.uid(), lab.spec(), lab.settings());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode file(String name) throws IOException {
        return Serialization.unmarshal(
                Files.readString(ROOT.resolve("dashboards").resolve(name)), JsonNode.class);
    }

    /** All but the headings. */
    private static List<JsonNode> panels(JsonNode dashboard) {
        List<JsonNode> panels = new ArrayList<>();
        dashboard
                .get("panels")
                .forEach(panel -> {
                    if (!panel.get("type").asText().equals("row")) {
                        panels.add(panel);
                    }
                });
        return panels;
    }

    private static Map<String, JsonNode> packed(Lab lab) {
        Map<String, JsonNode> dashboards = new LinkedHashMap<>();
        Dashboards.configMap(lab)
                .getData()
                .forEach((name, text) ->
                        dashboards.put(name, Serialization.unmarshal(text, JsonNode.class)));
        return dashboards;
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab.json", "contest-day.json"})
    void eachPanelSaysWhatItShowsInWhatUnitAndWhatToDo(String name) throws IOException {
        List<JsonNode> panels = panels(file(name));
        assertThat(panels).hasSizeGreaterThan(10);
        Set<String> titles = new HashSet<>();
        for (JsonNode panel : panels) {
            String title = panel.path("title").asText();
            assertThat(title).isNotBlank();
            assertThat(titles.add(title)).as("%s is there once", title).isTrue();
            assertThat(panel.path("description").asText())
                    .as(title)
                    .hasSizeGreaterThan(60)
                    .endsWith(".");
            assertThat(panel.at("/fieldConfig/defaults/unit").asText()).as(title).isNotBlank();
            assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
            assertThat(panel.path("targets")).as(title).isNotEmpty();
            Set<String> ids = new HashSet<>();
            for (JsonNode target : panel.path("targets")) {
                assertThat(target.at("/datasource/uid").asText()).isEqualTo("${datasource}");
                assertThat(target.path("expr").asText()).as(title).isNotBlank();
                assertThat(target.path("legendFormat").asText()).as(title).isNotBlank();
                assertThat(ids.add(target.path("refId").asText())).isTrue();
            }
        }
    }

    /** Asked over a time, a figure would stay as it was last when nobody tells it any more. */
    @ParameterizedTest
    @ValueSource(strings = {"lab.json", "contest-day.json"})
    void aSingleFigureIsThatOfNow(String name) throws IOException {
        List<JsonNode> figures =
                panels(file(name)).stream()
                        .filter(panel -> panel.get("type").asText().equals("stat"))
                        .toList();
        assertThat(figures).hasSizeGreaterThan(5);
        for (JsonNode figure : figures) {
            String title = figure.get("title").asText();
            assertThat(figure.at("/fieldConfig/defaults/noValue").asText()).as(title).isNotBlank();
            for (JsonNode target : figure.get("targets")) {
                assertThat(target.get("instant").asBoolean()).as(title).isTrue();
                assertThat(target.get("range").asBoolean()).as(title).isFalse();
                assertThat(target.get("expr").asText())
                        .as("what could not be read is NaN")
                        .endsWith(" >= 0");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab.json", "contest-day.json"})
    void noPanelLiesOnAnother(String name) throws IOException {
        Set<String> cells = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : file(name).get("panels")) {
            JsonNode place = panel.get("gridPos");
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            for (int x = place.get("x").asInt();
                    x < place.get("x").asInt() + place.get("w").asInt();
                    x++) {
                assertThat(x).isBetween(0, 23);
                for (int y = place.get("y").asInt();
                        y < place.get("y").asInt() + place.get("h").asInt();
                        y++) {
                    assertThat(cells.add(x + " " + y)).as(panel.get("title").asText()).isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lab.json", "contest-day.json"})
    void thereAreTwoVariables(String name) throws IOException {
        JsonNode dashboard = file(name);
        List<String> variables = new ArrayList<>();
        dashboard
                .at("/templating/list")
                .forEach(variable -> variables.add(variable.get("name").asText()));
        assertThat(variables).containsExactly("datasource", "namespace");
        for (JsonNode expression : dashboard.findValues("expr")) {
            Matcher variable = Pattern.compile("\\$\\w+").matcher(expression.asText());
            while (variable.find()) {
                assertThat(variable.group()).isIn("$namespace", "$__rate_interval");
            }
        }
    }

    /** hack/test lets promtool read them afterwards, as if they were rules. */
    @Test
    void theExpressionsAreWrittenForPromtool() throws IOException {
        List<Map<String, String>> rules = new ArrayList<>();
        for (String name : Dashboards.FILES) {
            for (JsonNode expression : file(name).findValues("expr")) {
                rules.add(
                        Map.of(
                                "record",
                                "dashboard:expression:" + rules.size(),
                                "expr",
                                expression
                                        .asText()
                                        .replace("$namespace", "school")
                                        .replace("$__rate_interval", "2m")));
            }
        }
        Path target = ROOT.resolve("operator/target/dashboard-expressions.yaml");
        Files.createDirectories(target.getParent());
        Files.writeString(
                target,
                Serialization.asYaml(
                        Map.of("groups", List.of(Map.of("name", "dashboards", "rules", rules)))));
        assertThat(rules).hasSizeGreaterThan(30);
    }

    @Test
    void allFilesArePacked() throws IOException {
        try (var files = Files.newDirectoryStream(ROOT.resolve("dashboards"), "*.json")) {
            List<String> names = new ArrayList<>();
            files.forEach(f -> names.add(String.valueOf(f.getFileName())));
            assertThat(Dashboards.FILES).containsExactlyInAnyOrderElementsOf(names);
        }
        assertThat(packed(LAB)).hasSameSizeAs(Dashboards.FILES);
    }

    @Test
    void theSidecarOfGrafanaFindsThem() {
        ConfigMap map = Dashboards.configMap(LAB);
        assertThat(map.getMetadata().getLabels())
                .containsEntry("grafana_dashboard", "1")
                .containsEntry(Lab.INSTANCE, "lab")
                .containsEntry(Lab.MANAGED_BY, Lab.OPERATOR);
        assertThat(map.getMetadata().getOwnerReferences()).hasSize(1);
        assertThat(map.getData().keySet()).allMatch(name -> name.endsWith(".json"));
        assertThat(map.getData().values())
                .as("etcd takes a megabyte")
                .allMatch(text -> text.getBytes(StandardCharsets.UTF_8).length < 300_000);
    }

    @Test
    void theSameLabHasTheSameAndNoOther() {
        assertThat(Dashboards.configMap(lab("school", "lab"))).isEqualTo(Dashboards.configMap(LAB));
        Set<String> uids = new HashSet<>();
        Set<String> files = new HashSet<>();
        Set<String> titles = new HashSet<>();
        // in one folder of one Grafana
        for (Lab lab : List.of(LAB, lab("school", "b"), lab("a", "lab"), lab("school.x", "lab"))) {
            packed(lab)
                    .forEach((name, dashboard) -> {
                        assertThat(files.add(name)).isTrue();
                        assertThat(titles.add(dashboard.get("title").asText())).isTrue();
                        String uid = dashboard.get("uid").asText();
                        assertThat(uid).matches("[a-zA-Z0-9_-]{1,40}");
                        assertThat(uids.add(uid)).isTrue();
                    });
        }
        assertThat(uids).hasSize(8);
    }

    @Test
    void theNamespaceIsChosenAndAllElseIsAsInTheFile() throws IOException {
        for (String name : Dashboards.FILES) {
            JsonNode packed = Objects.requireNonNull(packed(LAB).get("gretlab.school.lab." + name));
            assertThat(packed.at("/templating/list/1/current/value").asText()).isEqualTo("school");
            assertThat(packed.get("panels")).isEqualTo(file(name).get("panels"));
            assertThat(packed.at("/templating/list/0"))
                    .isEqualTo(file(name).at("/templating/list/0"));
        }
    }
}
