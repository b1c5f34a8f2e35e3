/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ChartTests {

    private static final Path CHART = TestCluster.ROOT.resolve("helm/gretlab-operator");

    @Test
    void theChartInstallsTheCrdThatIsInUse() throws IOException {
        assertThat(CHART.resolve("files/gretlabs.gretlab.dev-v1.yml"))
                .as("it is written with the one in crds/, see there")
                .hasSameTextualContentAs(
                        TestCluster.ROOT.resolve("crds/gretlabs.gretlab.dev-v1.yml"));
    }

    @Test
    void theOperatorIsGrantedNoWildcardAndNoRightToGrant() throws IOException {
        ClusterRole role =
                Serialization.unmarshal(
                        Files.readString(CHART.resolve("templates/cluster-role.yaml")),
                        ClusterRole.class);
        for (PolicyRule rule : role.getRules()) {
            assertThat(rule.getVerbs()).doesNotContain("*", "escalate", "bind", "impersonate");
            assertThat(rule.getResources()).doesNotContain("*");
            assertThat(rule.getApiGroups())
                    .doesNotContain(
                            "*", "rbac.authorization.k8s.io", "admissionregistration.k8s.io");
        }
    }

    @Test
    void everyRuleHasItsReason() throws IOException {
        List<String> lines = Files.readAllLines(CHART.resolve("templates/cluster-role.yaml"));
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith("  - apiGroups:")) {
                assertThat(lines.get(i - 1)).startsWith("  #");
            }
        }
    }

    @Test
    void theReadmeListsEveryValueWithItsDefault() throws IOException {
        JsonNode schema = read("values.schema.json");
        JsonNode values = read("values.yaml");
        List<String> wanted = new ArrayList<>();
        rows("", schema, values, wanted);
        List<String> written = new ArrayList<>();
        Matcher row =
                Pattern.compile("^(\\| `[^`]+` \\| `[^`]*` \\|) \\S", Pattern.MULTILINE)
                        .matcher(Files.readString(CHART.resolveSibling("README.md")));
        while (row.find()) {
            written.add(row.group(1));
        }
        assertThat(written)
                .as("helm/README.md, against values.yaml and values.schema.json")
                .containsExactlyInAnyOrderElementsOf(wanted);
    }

    private static JsonNode read(String file) throws IOException {
        return Serialization.unmarshal(Files.readString(CHART.resolve(file)), JsonNode.class);
    }

    /** The values that are not groups of others, as the schema has them; global is Helm's own. */
    private static void rows(String path, JsonNode schema, JsonNode values, List<String> rows) {
        List<String> known = new ArrayList<>();
        for (Map.Entry<String, JsonNode> property : schema.get("properties").properties()) {
            String name = property.getKey();
            if (path.isEmpty() && name.equals("global")) {
                continue;
            }
            known.add(name);
            JsonNode value = values.get(name);
            assertThat(value).as("values.yaml: %s%s", path, name).isNotNull();
            if (property.getValue().has("properties")) {
                rows(path + name + ".", property.getValue(), value, rows);
            } else {
                String shown =
                        value.isTextual() && !value.asText().isEmpty()
                                ? value.asText()
                                : value.toString();
                rows.add("| `" + path + name + "` | `" + shown + "` |");
            }
        }
        assertThat(values.fieldNames())
                .toIterable()
                .as("values.yaml, against the schema: %s", path)
                .containsExactlyInAnyOrderElementsOf(known);
    }
}
