/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
}
