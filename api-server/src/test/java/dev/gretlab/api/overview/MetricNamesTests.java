/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.api.Http;
import dev.gretlab.api.Json;
import dev.gretlab.api.Lab;
import dev.gretlab.runner.agent.Agent;
import dev.gretlab.runner.agent.RunnerSettings;
import dev.gretlab.runner.agent.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/**
 * Dashboards and alerts ask for metrics that a started API and a runner really serve: each name,
 * each label and each value of a label.
 */
@Tag("api")
class MetricNamesTests {

    private static final Path DASHBOARDS =
            Path.of(System.getProperty("gretlab.root", ".."), "dashboards");

    /** What Prometheus adds when it reads a pod. */
    private static final Set<String> OF_PROMETHEUS =
            Set.of("namespace", "job", "service", "pod", "instance", "container", "endpoint");

    private static final Pattern SELECTOR =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{([^}]*)}");
    private static final Pattern MATCHER =
            Pattern.compile("([a-zA-Z_]\\w*)(=~|!=|!~|=)\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) *\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final Set<String> WORDS =
            Set.of("and", "or", "unless", "bool", "offset", "vector");

    /** Of each metric, the labels of each of its series. */
    private static final Map<String, List<Map<String, String>>> SERVED = new HashMap<>();

    @BeforeAll
    static void scrape() throws SettingsException {
        Lab lab = Lab.shared();
        // so that there is an answer to count
        assertThat(Http.send(lab.anyone(), "GET", "/api/health").status()).isEqualTo(200);
        read(
                Http.send(
                                lab.anyone(),
                                "GET",
                                "/api/metrics",
                                null,
                                Map.of("Authorization", "Bearer " + Lab.METRICS_TOKEN))
                        .body());
        read(
                new Agent(
                                RunnerSettings.from(
                                        Map.of(
                                                "GRETLAB_DB_URL", "jdbc:postgresql://db:5432/lab",
                                                "GRETLAB_DB_USER", "runner",
                                                "GRETLAB_DB_PASSWORD", "never used",
                                                "GRETLAB_JAIL", "/none",
                                                "GRETLAB_LANGUAGES", "/none",
                                                "GRETLAB_WORK_DIR", "/none",
                                                "METRICS_TOKEN", "never used")))
                        .metrics()
                        .scrape());
    }

    private static void read(String scrape) {
        for (String line : scrape.lines().filter(l -> !l.startsWith("#")).toList()) {
            int end = Math.max(line.lastIndexOf('}') + 1, line.indexOf(' '));
            Map<String, String> labels = new HashMap<>();
            Matcher label = MATCHER.matcher(line.substring(0, end));
            while (label.find()) {
                labels.put(label.group(1), label.group(3));
            }
            SERVED.computeIfAbsent(line.split("[{ ]", 2)[0], name -> new ArrayList<>()).add(labels);
        }
    }

    static Stream<String> expressions() throws IOException {
        List<String> all = new ArrayList<>();
        Map<String, List<Map<String, List<Map<String, Object>>>>> alerts =
                new Yaml().load(Files.readString(DASHBOARDS.resolve("alerts.yaml")));
        alerts.getOrDefault("groups", List.of())
                .forEach(group ->
                        group.getOrDefault("rules", List.of())
                                .forEach(rule -> all.add(String.valueOf(rule.get("expr")))));
        assertThat(all).hasSizeGreaterThan(10);
        for (String file : List.of("lab.json", "contest-day.json")) {
            int before = all.size();
            JsonNode dashboard = Json.read(Files.readAllBytes(DASHBOARDS.resolve(file)));
            dashboard.findValues("expr").forEach(expression -> all.add(expression.asString()));
            assertThat(all).as(file).hasSizeGreaterThan(before + 5);
            for (JsonNode variable : dashboard.get("templating").get("list")) {
                if (variable.get("type").asString().equals("query")) {
                    Matcher query =
                            Pattern.compile("label_values\\((\\w+), *(\\w+)\\)")
                                    .matcher(variable.get("definition").asString());
                    assertThat(query.matches()).isTrue();
                    all.add(query.group(1) + "{" + query.group(2) + "=~\".+\"}");
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void whatIsAskedForIsServed(String expression) {
        Set<String> labels = new HashSet<>(OF_PROMETHEUS);
        labels.add("le");
        Matcher selector = SELECTOR.matcher(expression);
        while (selector.find()) {
            String metric = selector.group(1);
            assertThat(SERVED).as("served metrics").containsKey(metric);
            List<Map<String, String>> series = SERVED.getOrDefault(metric, List.of());
            series.forEach(s -> labels.addAll(s.keySet()));
            Matcher matcher = MATCHER.matcher(selector.group(2));
            while (matcher.find()) {
                String label = matcher.group(1);
                if (OF_PROMETHEUS.contains(label)) {
                    continue;
                }
                assertThat(series).as(metric).allMatch(s -> s.containsKey(label));
                if (matcher.group(2).equals("=")) {
                    String value = matcher.group(3);
                    assertThat(series)
                            .as("%s of %s", label, metric)
                            .anyMatch(s -> value.equals(s.get(label)));
                }
            }
        }
        Matcher grouping = GROUPING.matcher(expression);
        while (grouping.find()) {
            Matcher label = NAME.matcher(grouping.group(1));
            while (label.find()) {
                assertThat(labels).contains(label.group());
            }
        }
    }

    /** Else the test above would overlook it. */
    @ParameterizedTest
    @MethodSource("expressions")
    void eachMetricSaysOfWhichLab(String expression) {
        String rest =
                expression
                        .replaceAll(SELECTOR.pattern(), " ")
                        .replaceAll(GROUPING.pattern(), " ")
                        .replaceAll("\\[[^]]*]", " ")
                        .replaceAll("%\\w+%", " ")
                        .replaceAll("\\b[a-z_0-9]+ *\\(", " ");
        Matcher name = NAME.matcher(rest);
        while (name.find()) {
            assertThat(WORDS).as(expression).contains(name.group());
        }
        Matcher selector = SELECTOR.matcher(expression);
        while (selector.find()) {
            assertThat(selector.group(2))
                    .matches(
                            "(%api%|%runners%|namespace=\"\\$namespace\"|namespace=~\"\\.\\+\").*");
        }
    }

    @Test
    void everyVerdictIsCountedFromTheStart() {
        Matcher rule =
                Pattern.compile("p_verdict in \\(([^)]*)\\)")
                        .matcher(
                                String.valueOf(
                                        Lab.shared()
                                                .value(
                                                        "select prosrc from pg_proc where proname = 'job_is_sound'")));
        assertThat(rule.find()).isTrue();
        Set<String> possible = new TreeSet<>();
        Matcher verdict = NAME.matcher(rule.group(1));
        while (verdict.find()) {
            possible.add(verdict.group());
        }
        Set<String> counted = new TreeSet<>();
        SERVED.getOrDefault("gretlab_jobs_total", List.of())
                .forEach(series -> counted.add(String.valueOf(series.get("verdict"))));
        assertThat(possible).contains("accepted", "cancelled");
        assertThat(counted).isEqualTo(possible);
    }
}
