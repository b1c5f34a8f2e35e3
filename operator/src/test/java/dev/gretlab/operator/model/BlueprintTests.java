/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.CompleteResource;
import dev.gretlab.migrations.MigrationSettings;
import dev.gretlab.runner.agent.RunnerSettings;
import dev.gretlab.runner.agent.SettingsException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class BlueprintTests {

    private static final String EVALUATION =
            """
            version: 0.1.0
            host: lab.example.org
            tls: {selfSigned: true}
            database: {evaluation: {}}
            """;

    private static final String SERVER =
            """
            version: 0.1.0
            host: lab.example.org
            tls: {secretName: lab-tls}
            database: {server: {host: db.example.org, port: 5433, name: course, ownerSecretName: owner}}
            """;

    private static Lab lab(String spec) throws IOException {
        return Lab.of(
                CompleteResource.of(spec),
                new OperatorSettings("registry.example.org/gretlab", "gretlab-system"));
    }

    private static Blueprint blueprint(String spec) throws IOException {
        Lab lab = lab(spec);
        return Blueprint.of(lab, Credentials.complete(lab, Map.of(), new Random(7)), Map.of());
    }

    private static <R extends HasMetadata> R find(Blueprint blueprint, Class<R> kind, String name) {
        return blueprint
                .objects()
                .filter(kind::isInstance)
                .map(kind::cast)
                .filter(o -> o.getMetadata().getName().startsWith(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " " + name));
    }

    private static List<PodTemplateSpec> pods(Blueprint blueprint) {
        return blueprint
                .objects()
                .map(o ->
                        switch (o) {
                            case Deployment d -> d.getSpec().getTemplate();
                            case StatefulSet s -> s.getSpec().getTemplate();
                            case Job j -> j.getSpec().getTemplate();
                            default -> null;
                        })
                .filter(Objects::nonNull)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {EVALUATION, SERVER})
    void everyPodIsRestrictedAndKnowsNothingOfTheCluster(String spec) throws IOException {
        List<PodTemplateSpec> pods = pods(blueprint(spec));
        assertThat(pods).hasSizeGreaterThanOrEqualTo(5);
        for (PodTemplateSpec template : pods) {
            PodSpec pod = template.getSpec();
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getEnableServiceLinks()).isFalse();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
            assertThat(pod.getSecurityContext().getSeccompProfile().getType())
                    .isEqualTo("RuntimeDefault");
            for (Container container : pod.getContainers()) {
                assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
                assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
                assertThat(container.getSecurityContext().getCapabilities().getDrop())
                        .containsExactly("ALL");
                assertThat(container.getResources().getLimits()).containsKey("memory");
                assertThat(container.getImage())
                        .startsWith("registry.example.org/gretlab/")
                        .containsPattern(":0\\.1\\.0$|/postgres:");
            }
        }
    }

    @Test
    void noPodGetsMorePasswordsThanItNeeds() throws IOException {
        Map<String, TreeSet<String>> keys =
                pods(blueprint(EVALUATION)).stream()
                        .collect(
                                Collectors.toMap(
                                        t -> t.getMetadata().getLabels().get(Lab.COMPONENT),
                                        t ->
                                                t.getSpec().getVolumes().stream()
                                                        .filter(v -> v.getSecret() != null)
                                                        .flatMap(v ->
                                                                v.getSecret().getItems().stream())
                                                        .map(i -> i.getKey())
                                                        .collect(
                                                                Collectors.toCollection(
                                                                        TreeSet::new))));
        assertThat(keys)
                .isEqualTo(
                        Map.of(
                                "database", new TreeSet<>(List.of("owner")),
                                "migrate",
                                        new TreeSet<>(List.of("owner", "api", "runner", "scaler")),
                                "pgbouncer", new TreeSet<>(List.of("pgbouncer-users.txt")),
                                "api", new TreeSet<>(List.of("api", "metrics", "state", "admin")),
                                "runners", new TreeSet<>(List.of("runner", "metrics")),
                                "gateway", new TreeSet<String>()));
    }

    /** What a pod's process would see, with its files of secrets under a folder of this machine. */
    private static Map<String, String> environment(PodSpec pod, Path folder) throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (EnvVar variable : pod.getContainers().getFirst().getEnv()) {
            String value = variable.getValue();
            if (value == null) {
                value = "from-" + variable.getValueFrom().getSecretKeyRef().getKey();
            } else if (variable.getName().endsWith("_FILE")) {
                Path file = folder.resolve(value.substring(1));
                Files.createDirectories(file.getParent());
                Files.writeString(file, "secret of " + file.getFileName());
                value = file.toString();
            }
            environment.put(variable.getName(), value);
        }
        return environment;
    }

    /** Otherwise each upgrade would stop it for a moment. */
    @Test
    void theDatabaseKeepsItsImageInAnUpgrade() throws IOException {
        Path file =
                Path.of(System.getProperty("gretlab.root")).resolve("helm/images/postgres/version");
        PodSpec pod =
                find(blueprint(EVALUATION), StatefulSet.class, "lab-database")
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        assertThat(pod.getContainers().getFirst().getImage())
                .endsWith("/postgres:" + Files.readAllLines(file).getLast());
    }

    @Test
    void theRunnerUnderstandsItsEnvironment(@TempDir Path folder)
            throws IOException, SettingsException {
        PodSpec pod =
                find(
                                blueprint(SERVER + "runners: {slots: 3, memory: 8Gi}"),
                                Deployment.class,
                                "lab-runners")
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        RunnerSettings settings = RunnerSettings.from(environment(pod, folder));
        assertThat(settings.database().url())
                .isEqualTo("jdbc:postgresql://db.example.org:5433/course?sslmode=require");
        assertThat(settings.database().user()).isEqualTo("course_runner");
        assertThat(settings.slots()).hasValue(3);
        assertThat(settings.memoryMb()).hasValue(8192 - Runners.AGENT_MB);
        assertThat(settings.httpPort()).isEqualTo(Runners.PORT);
        assertThat(settings.metricsToken()).isEqualTo("secret of metrics");
    }

    @Test
    void theMigrationUnderstandsItsEnvironment(@TempDir Path folder) throws IOException {
        PodSpec pod =
                find(blueprint(SERVER), Job.class, "lab-migrate-")
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        MigrationSettings settings = MigrationSettings.from(environment(pod, folder));
        assertThat(settings.url())
                .isEqualTo("jdbc:postgresql://db.example.org:5433/course?sslmode=require");
        assertThat(settings.user()).isEqualTo("from-username");
        assertThat(settings.password()).isEqualTo("secret of password");
        assertThat(settings.roles())
                .extracting(MigrationSettings.Role::name, MigrationSettings.Role::password)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("course_api", "secret of api"),
                        org.assertj.core.groups.Tuple.tuple("course_runner", "secret of runner"),
                        org.assertj.core.groups.Tuple.tuple("course_scaler", "secret of scaler"));
    }

    @Test
    void whoAnswersIsCheckedByAllWhenTheResourceAsksForIt() throws IOException {
        Blueprint blueprint =
                blueprint(SERVER.replace("name: course", "name: course, sslMode: verify-full"));
        assertThat(environmentOf(blueprint, "lab-runners"))
                .containsEntry(
                        "GRETLAB_DB_URL",
                        "jdbc:postgresql://db.example.org:5433/course?sslmode=verify-full"
                                + "&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory");
        assertThat(environmentOf(blueprint, "lab-api"))
                .containsEntry(
                        "GRETLAB_DB_DIRECT_URL",
                        "r2dbc:postgresql://db.example.org:5433/course?sslMode=verify-full");
        assertThat(find(blueprint, ConfigMap.class, "lab-pgbouncer").getData().get("pgbouncer.ini"))
                .contains(
                        "server_tls_sslmode = verify-full\n",
                        "server_tls_ca_file = /etc/ssl/certs/ca-certificates.crt\n");
    }

    private static Map<String, String> environmentOf(Blueprint blueprint, String deployment) {
        Map<String, String> values = new HashMap<>();
        find(blueprint, Deployment.class, deployment)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getEnv()
                .forEach(variable -> values.put(variable.getName(), variable.getValue()));
        return values;
    }

    @Test
    void theApiReadsEachOfItsVariables() throws IOException {
        PodSpec pod =
                find(
                                blueprint(
                                        SERVER
                                                + "network: {trustedProxies: [10.2.0.0/16, 10.3.0.0/16]}"),
                                Deployment.class,
                                "lab-api")
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        Path api = Path.of(System.getProperty("gretlab.root"), "api-server/src/main");
        String reader =
                Files.readString(api.resolve("java/dev/gretlab/api/config/EnvironmentReader.java"))
                        + Files.readString(api.resolve("resources/application.yaml"));
        Map<String, String> values = new HashMap<>();
        for (EnvVar variable : pod.getContainers().getFirst().getEnv()) {
            assertThat(reader).contains(variable.getName().replaceAll("_FILE$", ""));
            values.put(variable.getName(), variable.getValue());
        }
        assertThat(values)
                .containsEntry(
                        "GRETLAB_DB_POOLED_URL", "r2dbc:postgresql://lab-pgbouncer:6432/course")
                .containsEntry(
                        "GRETLAB_DB_DIRECT_URL",
                        "r2dbc:postgresql://db.example.org:5433/course?sslMode=require")
                .containsEntry("GRETLAB_DB_USER", "course_api")
                .containsEntry("GRETLAB_TRUSTED_PROXIES", "10.2.0.0/16,10.3.0.0/16");
    }

    @Test
    void autoscaledDeploymentsCarryNoReplicas() throws IOException {
        Blueprint blueprint = blueprint(EVALUATION);
        assertThat(find(blueprint, Deployment.class, "lab-api").getSpec().getReplicas()).isNull();
        assertThat(find(blueprint, Deployment.class, "lab-runners").getSpec().getReplicas())
                .isNull();
        assertThat(find(blueprint, Deployment.class, "lab-gateway").getSpec().getReplicas())
                .isEqualTo(2);
    }

    @Test
    void runnersHaveCoresOfTheirOwnASandboxAndTimeToFinish() throws IOException {
        PodSpec pod =
                find(
                                blueprint(
                                        EVALUATION
                                                + """
                                                runners:
                                                  cpu: "4"
                                                  memory: 8Gi
                                                  drainSeconds: 200
                                                  placement:
                                                    nodeSelector: {pool: students}
                                                    tolerations:
                                                    - {key: students, value: "yes", effect: NoSchedule}
                                                    - {key: spot}
                                                    spreadOver: [topology.kubernetes.io/zone]
                                                """),
                                Deployment.class,
                                "lab-runners")
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        assertThat(pod.getRuntimeClassName()).isEqualTo("gvisor");
        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(230);
        Container container = pod.getContainers().getFirst();
        assertThat(container.getResources().getRequests())
                .isEqualTo(container.getResources().getLimits());
        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("pool", "students"));
        assertThat(pod.getTolerations())
                .extracting(t ->
                        t.getKey()
                                + " "
                                + t.getOperator()
                                + " "
                                + t.getValue()
                                + " "
                                + t.getEffect())
                .containsExactly("students Equal yes NoSchedule", "spot Exists null null");
        assertThat(pod.getTopologySpreadConstraints().getFirst().getTopologyKey())
                .isEqualTo("topology.kubernetes.io/zone");
    }

    @Test
    void coresThatAreSharedAreAskedForInPartOnly() throws IOException {
        Container container =
                find(
                                blueprint(EVALUATION + "runners: {cpu: \"2\", sharedCores: true}"),
                                Deployment.class,
                                "lab-runners")
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst();
        assertThat(container.getResources().getRequests().get("cpu"))
                .isEqualTo(new Quantity("200m"));
        assertThat(container.getResources().getLimits().get("cpu")).isEqualTo(new Quantity("2"));
        assertThat(container.getResources().getRequests().get("memory"))
                .isEqualTo(container.getResources().getLimits().get("memory"));
    }

    @Test
    void withoutARuntimeClassThePodNamesNone() throws IOException {
        PodSpec pod =
                find(
                                blueprint(
                                        EVALUATION
                                                + "runners: {runtimeClassName: '', allowUnsandboxed: true}"),
                                Deployment.class,
                                "lab-runners")
                        .getSpec()
                        .getTemplate()
                        .getSpec();
        assertThat(pod.getRuntimeClassName()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"4Gi, 3328", "1024Mi, 256", "512Mi, 64"})
    void memoryOfJobsLeavesTheAgentIts(String pod, int jobs) {
        assertThat(Runners.jobsMemoryMb(pod)).isEqualTo(jobs);
    }

    @Test
    void everythingIsClosedButTheList() throws IOException {
        Map<String, String> openings =
                blueprint(EVALUATION)
                        .objects()
                        .filter(NetworkPolicy.class::isInstance)
                        .map(NetworkPolicy.class::cast)
                        .collect(
                                Collectors.toMap(
                                        p -> p.getMetadata().getName(), BlueprintTests::openings));
        assertThat(openings)
                .isEqualTo(
                        Map.of(
                                "lab-closed", "in [] out []",
                                "lab-migrate",
                                        "in [] out [5432 database; 53 kube-system; 5353 openshift-dns]",
                                "lab-pgbouncer",
                                        "in [6432 api] out [5432 database; 53 kube-system; 5353 openshift-dns]",
                                "lab-api",
                                        "in [8080 gateway; 8080 monitoring; 8081 gretlab-system/gretlab-operator] out [6432 pgbouncer; 5432"
                                                + " database; 53 kube-system; 5353 openshift-dns]",
                                "lab-runners",
                                        "in [9090 monitoring] out [5432 database; 53 kube-system; 5353 openshift-dns]",
                                "lab-gateway",
                                        "in [8443 all; 8080 all] out [8080 api; 53 kube-system; 5353 openshift-dns]",
                                "lab-database",
                                        "in [5432 migrate pgbouncer api runners keda] out []"));
    }

    private static String openings(NetworkPolicy policy) {
        assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
        return "in "
                + policy.getSpec().getIngress().stream()
                        .map(r -> opening(r.getPorts(), r.getFrom()))
                        .collect(Collectors.joining("; ", "[", "]"))
                + " out "
                + policy.getSpec().getEgress().stream()
                        .map(r -> opening(r.getPorts(), r.getTo()))
                        .collect(Collectors.joining("; ", "[", "]"));
    }

    private static String peer(
            io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer peer) {
        List<String> names = new java.util.ArrayList<>();
        if (peer.getNamespaceSelector() != null) {
            names.add(
                    peer.getNamespaceSelector()
                            .getMatchLabels()
                            .getOrDefault("kubernetes.io/metadata.name", "?"));
        }
        if (peer.getPodSelector() != null) {
            Map<String, String> labels = peer.getPodSelector().getMatchLabels();
            names.add(
                    labels.getOrDefault(
                            Lab.COMPONENT, labels.getOrDefault("app.kubernetes.io/name", "?")));
        }
        return String.join("/", names);
    }

    private static String opening(
            List<io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort> ports,
            List<io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer> peers) {
        return ports.getFirst().getPort().getIntVal()
                + (peers.isEmpty()
                        ? " all"
                        : peers.stream()
                                .map(BlueprintTests::peer)
                                .collect(Collectors.joining(" ", " ", "")));
    }

    @Test
    void theOperatorAsksAtAPortThatNoWayInLeadsTo() throws IOException {
        Lab lab = lab(EVALUATION + "gateway: {ingress: {className: nginx}}\n");
        Blueprint blueprint =
                Blueprint.of(lab, Credentials.complete(lab, Map.of(), new Random(7)), Map.of());
        assertThat(lab.stateAddress()).hasToString("http://lab-api.school.svc:8081/state");
        assertThat(find(blueprint, Service.class, "lab-api").getSpec().getPorts())
                .extracting(p -> p.getName() + " " + p.getPort())
                .containsExactly("http 8080", "state 8081");
        assertThat(find(blueprint, Service.class, "lab-api-replicas").getSpec().getPorts())
                .extracting(p -> p.getPort())
                .containsExactly(8080);
        assertThat(find(blueprint, ConfigMap.class, "lab-gateway").getData().toString())
                .contains("port 8080")
                .doesNotContain("port 8081");
        Lab noIngressOfOurs =
                new Lab(
                        lab.name(),
                        lab.namespace(),
                        lab.uid(),
                        lab.spec(),
                        new OperatorSettings("registry.example.org/gretlab", null));
        assertThat(
                        openings(
                                find(
                                        Blueprint.of(
                                                noIngressOfOurs,
                                                Credentials.complete(
                                                        noIngressOfOurs, Map.of(), new Random(7)),
                                                Map.of()),
                                        NetworkPolicy.class,
                                        "lab-api")))
                .as("an operator outside of the cluster is no pod that could be let in")
                .doesNotContain("8081");
    }

    @Test
    void aNewPasswordOrVersionIsAnotherMigrationAndTheSameIsNot() throws IOException {
        Lab lab = lab(SERVER);
        Secret credentials = Credentials.complete(lab, Map.of(), new Random(7));
        String name = migration(Blueprint.of(lab, credentials, Map.of()));
        assertThat(migration(Blueprint.of(lab, credentials, Map.of()))).isEqualTo(name);
        assertThat(
                        migration(
                                Blueprint.of(
                                        lab,
                                        credentials,
                                        Map.of("owner", Map.of("password", "bmV3")))))
                .isNotEqualTo(name);
        assertThat(
                        migration(
                                Blueprint.of(
                                        lab(SERVER.replace("0.1.0", "0.1.1")),
                                        credentials,
                                        Map.of())))
                .isNotEqualTo(name);
        assertThat(
                        migration(
                                Blueprint.of(
                                        lab(SERVER + "runners: {max: 50}"), credentials, Map.of())))
                .as("what does not concern the database migrates nothing")
                .isEqualTo(name);
    }

    private static String migration(Blueprint blueprint) {
        return find(blueprint, Job.class, "lab-migrate-").getMetadata().getName();
    }

    @Test
    void passwordsAreMadeOnce() throws IOException {
        Lab lab = lab(EVALUATION);
        Map<String, String> first = Credentials.complete(lab, Map.of(), new Random(1)).getData();
        assertThat(Credentials.complete(lab, first, new Random(2)).getData()).isEqualTo(first);
        assertThat(first.values()).doesNotHaveDuplicates();
        Map<String, String> without = new HashMap<>(first);
        without.remove(Credentials.SCALER);
        Map<String, String> again = Credentials.complete(lab, without, new Random(3)).getData();
        assertThat(again).isNotEqualTo(first);
        again.put(Credentials.SCALER, first.get(Credentials.SCALER));
        assertThat(again).isEqualTo(first);
        assertThat(
                        new String(
                                Base64.getDecoder().decode(first.get(Credentials.API)),
                                StandardCharsets.UTF_8))
                .hasSize(32);
    }

    @Test
    void dataHasNoOwnerThatTakesItAlong() throws IOException {
        Lab lab = lab(EVALUATION);
        assertThat(
                        Credentials.complete(lab, Map.of(), new Random(1))
                                .getMetadata()
                                .getOwnerReferences())
                .isEmpty();
        StatefulSet database = find(blueprint(EVALUATION), StatefulSet.class, "lab-database");
        assertThat(database.getSpec().getPersistentVolumeClaimRetentionPolicy().getWhenDeleted())
                .isEqualTo("Retain");
        assertThat(Blueprint.claim(lab)).isEqualTo("data-lab-database-0");
        assertThat(blueprint(EVALUATION).objects())
                .allMatch(o -> o.getMetadata().getOwnerReferences().size() == 1);
    }

    @Test
    void servicesFindThePodsOfTheirPart() throws IOException {
        Blueprint blueprint = blueprint(EVALUATION);
        Map<String, Map<String, String>> labels =
                pods(blueprint).stream()
                        .collect(
                                Collectors.toMap(
                                        t -> t.getMetadata().getLabels().get(Lab.COMPONENT),
                                        t -> t.getMetadata().getLabels()));
        Map<String, List<String>> ports =
                pods(blueprint).stream()
                        .collect(
                                Collectors.toMap(
                                        t -> t.getMetadata().getLabels().get(Lab.COMPONENT),
                                        t ->
                                                t
                                                        .getSpec()
                                                        .getContainers()
                                                        .getFirst()
                                                        .getPorts()
                                                        .stream()
                                                        .map(p -> p.getName())
                                                        .toList()));
        assertThat(blueprint.objects().filter(Service.class::isInstance).map(Service.class::cast))
                .hasSize(6)
                .allSatisfy(service -> {
                    String part = service.getMetadata().getLabels().get(Lab.COMPONENT);
                    assertThat(labels.get(part))
                            .containsAllEntriesOf(service.getSpec().getSelector());
                    service.getSpec()
                            .getPorts()
                            .forEach(p ->
                                    assertThat(ports.get(part))
                                            .contains(p.getTargetPort().getStrVal()));
                });
    }

    @Test
    void kedaAsksTheFunctionsThatTheScalerMayCall() throws IOException {
        String sql =
                Files.readString(
                        Path.of(
                                System.getProperty("gretlab.root"),
                                "migrations/src/main/resources/db/functions/queue-state.sql"));
        List<Map<String, Object>> triggers =
                blueprint(SERVER + "runners: {targetQueueAgeSeconds: 20}").optional().stream()
                        .filter(o -> o.getKind().equals("ScaledObject"))
                        .findFirst()
                        .orElseThrow()
                        .get("spec", "triggers");
        assertThat(triggers).hasSize(2);
        for (Map<String, Object> trigger : triggers) {
            assertThat(trigger).containsEntry("metricType", "AverageValue");
            Map<?, ?> metadata = (Map<?, ?>) Objects.requireNonNull(trigger.get("metadata"));
            assertThat(metadata.get("host")).isEqualTo("db.example.org");
            assertThat(metadata.get("userName")).isEqualTo("course_scaler");
            String function =
                    String.valueOf(metadata.get("query"))
                            .replaceAll("select gretlab\\.([a-z_]+)\\(\\)", "$1");
            assertThat(sql)
                    .containsPattern(
                            "grant execute on function [^;]*"
                                    + function
                                    + "\\(\\)[^;]* to [^;]*scaler");
        }
        assertThat(
                        ((Map<?, ?>) Objects.requireNonNull(triggers.getFirst().get("metadata")))
                                .get("targetQueryValue"))
                .isEqualTo("20");
    }

    @Test
    void aRegistryAndPullSecretsOfTheResourceWin() throws IOException {
        Blueprint blueprint =
                blueprint(
                        EVALUATION
                                + "images: {registry: mirror.example.org:5000/x, pullSecrets: [a, b]}");
        assertThat(pods(blueprint))
                .allSatisfy(t -> {
                    assertThat(t.getSpec().getContainers().getFirst().getImage())
                            .startsWith("mirror.example.org:5000/x/");
                    assertThat(t.getSpec().getImagePullSecrets())
                            .extracting(s -> s.getName())
                            .containsExactly("a", "b");
                });
    }
}
