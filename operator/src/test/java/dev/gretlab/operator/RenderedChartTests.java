/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Helm makes of the chart and of values, without a cluster. */
@Tag("operator")
class RenderedChartTests {

    private static final String CHART =
            TestCluster.ROOT.resolve("helm/gretlab-operator").toString();

    private static final String EVERYTHING =
            """
            replicas: 1
            image:
              registry: registry.example.org:5000/lab
              tag: 1.2.3
              pullPolicy: Always
              pullSecrets: [first, second]
            resources:
              requests: {cpu: 50m, memory: 128Mi}
              limits: {memory: 256Mi}
            crd: {install: false}
            nodeSelector: {pool: system}
            tolerations: [{key: system, operator: Exists, effect: NoSchedule}]
            podLabels: {team: platform}
            podAnnotations: {prometheus.io/scrape: "true"}
            """;

    @TempDir Path folder;

    private Helm helm;

    @BeforeEach
    void helm() {
        helm = new Helm(folder, Map.of());
    }

    private Helm.Said template(String... options) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "template",
                                "gretlab-operator",
                                CHART,
                                "--namespace=gretlab-system",
                                "--kube-version=1.34.4"));
        arguments.addAll(List.of(options));
        return helm.run(arguments.toArray(String[]::new));
    }

    private List<HasMetadata> rendered(String... options) {
        String text = template(options).orFail();
        try (KubernetesClient reader =
                new KubernetesClientBuilder().withConfig(Config.empty()).build()) {
            return reader.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .items();
        }
    }

    private static PodTemplateSpec pod(List<HasMetadata> objects) {
        return objects.stream()
                .filter(Deployment.class::isInstance)
                .map(Deployment.class::cast)
                .findFirst()
                .orElseThrow()
                .getSpec()
                .getTemplate();
    }

    private static List<String> names(List<HasMetadata> objects) {
        return objects.stream()
                .map(o -> o.getKind() + "/" + o.getMetadata().getName())
                .sorted()
                .toList();
    }

    @Test
    void lintFindsNothing() {
        assertThat(helm.run("lint", "--strict", "--kube-version=1.34.4", CHART).orFail())
                .contains("0 chart(s) failed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    replicas=0                    | at '/replicas': minimum: got 0, want 1
                    replicas=9                    | at '/replicas': maximum: got 9, want 5
                    replicas=two                  | at '/replicas': got string, want integer
                    wrong=1                       | additional properties 'wrong' not allowed
                    image.tga=1                   | at '/image': additional properties 'tga' not allowed
                    image.registry=               | at '/image/registry': '' does not match pattern
                    image.registry=null           | at '/image': missing property 'registry'
                    image.registry=https://Here/  | at '/image/registry': 'https://Here/' does not match pattern
                    image.pullPolicy=Sometimes    | at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'
                    image.pullSecrets=one         | at '/image/pullSecrets': got string, want array
                    image.pullSecrets[0]=         | at '/image/pullSecrets/0': minLength: got 0, want 1
                    crd.install=perhaps           | at '/crd/install': got string, want boolean
                    nodeSelector.pool=1           | at '/nodeSelector/pool': got number, want string
                    podAnnotations.scrape=true    | at '/podAnnotations/scrape': got boolean, want string
                    """)
    void aWrongValueIsRefusedAndNamed(String value, String words) {
        Helm.Said said = template("--set", value);
        assertThat(said.text()).contains(words);
        assertThat(said.code()).isNotZero();
    }

    @Test
    void anOldClusterIsRefused() {
        assertThat(template("--kube-version=1.29.0").text())
                .contains("chart requires kubeVersion: >=1.30.0-0");
    }

    @Test
    void byDefaultThereAreTheOperatorItsRightsAndTheCrd() {
        List<HasMetadata> objects = rendered();
        assertThat(names(objects))
                .containsExactly(
                        "ClusterRole/gretlab-operator",
                        "ClusterRoleBinding/gretlab-operator",
                        "CustomResourceDefinition/gretlabs.gretlab.dev",
                        "Deployment/gretlab-operator",
                        "Role/gretlab-operator-leader",
                        "RoleBinding/gretlab-operator-leader",
                        "ServiceAccount/gretlab-operator");
        assertThat(objects)
                .filteredOn(o -> o.getKind().equals("CustomResourceDefinition"))
                .singleElement()
                .satisfies(crd ->
                        assertThat(crd.getMetadata().getAnnotations())
                                .as("with the CRD every lab would go")
                                .containsEntry("helm.sh/resource-policy", "keep"));
        Container operator = pod(objects).getSpec().getContainers().getFirst();
        assertThat(operator.getImage()).isEqualTo("registry.gretlab.dev/operator:0.1.0");
        assertThat(operator.getEnv())
                .extracting(e -> e.getName() + "=" + e.getValue())
                .containsExactly(
                        "GRETLAB_REGISTRY=registry.gretlab.dev",
                        "GRETLAB_NAMESPACE=gretlab-system",
                        "GRETLAB_LEASE_NAMESPACE=gretlab-system");
    }

    @Test
    void theOperatorsPodMayDoNothingOnItsNode() {
        PodSpec pod = pod(rendered()).getSpec();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getSeccompProfile().getType())
                .isEqualTo("RuntimeDefault");
        assertThat(pod.getContainers())
                .singleElement()
                .satisfies(operator -> {
                    var security = operator.getSecurityContext();
                    assertThat(security.getAllowPrivilegeEscalation()).isFalse();
                    assertThat(security.getReadOnlyRootFilesystem()).isTrue();
                    assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
                    assertThat(security.getCapabilities().getAdd()).isEmpty();
                });
    }

    @Test
    void everyValueArrives() throws IOException {
        Path values = Files.writeString(folder.resolve("values.yaml"), EVERYTHING);
        List<HasMetadata> objects = rendered("--values", values.toString());
        assertThat(names(objects)).doesNotContain("CustomResourceDefinition/gretlabs.gretlab.dev");
        PodTemplateSpec template = pod(objects);
        assertThat(template.getMetadata().getLabels())
                .containsEntry("team", "platform")
                .containsEntry("app.kubernetes.io/name", "gretlab-operator");
        assertThat(template.getMetadata().getAnnotations())
                .containsEntry("prometheus.io/scrape", "true");
        PodSpec pod = template.getSpec();
        assertThat(pod.getNodeSelector()).containsExactly(Map.entry("pool", "system"));
        assertThat(pod.getTolerations()).singleElement().extracting("key").isEqualTo("system");
        assertThat(pod.getImagePullSecrets())
                .extracting(secret -> secret.getName())
                .containsExactly("first", "second");
        Container operator = pod.getContainers().getFirst();
        assertThat(operator.getImage()).isEqualTo("registry.example.org:5000/lab/operator:1.2.3");
        assertThat(operator.getImagePullPolicy()).isEqualTo("Always");
        assertThat(operator.getResources().getLimits())
                .containsExactly(Map.entry("memory", new Quantity("256Mi")));
        assertThat(operator.getEnv().getFirst().getValue())
                .as("labs that name no registry take this one too")
                .isEqualTo("registry.example.org:5000/lab");
    }
}
