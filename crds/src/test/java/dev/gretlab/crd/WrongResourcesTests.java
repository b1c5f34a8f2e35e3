/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the API server says to a wrong resource: wrong.yaml holds each with its words. */
@Tag("operator")
class WrongResourcesTests {

    @SuppressWarnings("NullAway.Init")
    private static TestApiServer server;

    @BeforeAll
    static void start() {
        server = TestApiServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) { // when it did not start, that is the failure to be seen
            server.close();
        }
    }

    /**
     * A resource that is right but for the case's own fields; for a change, first made and then
     * patched.
     */
    record Case(String name, JsonNode with, JsonNode change, List<String> says) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(
                        WrongResourcesTests.class.getResourceAsStream("/wrong.yaml"))) {
            JsonNode all = Serialization.unmarshal(file, JsonNode.class);
            return StreamSupport.stream(all.spliterator(), false)
                    .map(c ->
                            new Case(
                                    c.path("case").asText(),
                                    c.path("with"),
                                    c.path("change"),
                                    StreamSupport.stream(c.path("says").spliterator(), false)
                                            .map(JsonNode::asText)
                                            .toList()));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRefusedWithWordsThatHelp(Case wrong) {
        ObjectNode resource = right();
        merge(resource, wrong.with());
        KubernetesClientException refused;
        if (wrong.change().isMissingNode()) {
            refused = catchThrowableOfType(KubernetesClientException.class, () -> create(resource));
        } else {
            GenericKubernetesResource made = create(resource);
            try {
                refused =
                        catchThrowableOfType(
                                KubernetesClientException.class,
                                () ->
                                        server.admin()
                                                .resource(made)
                                                .patch(
                                                        PatchContext.of(PatchType.JSON_MERGE),
                                                        wrong.change().toString()));
            } finally {
                server.admin().resource(made).delete();
            }
        }
        assertThat(refused).as("it was taken").isNotNull();
        assertThat(
                        refused.getStatus().getDetails().getCauses().stream()
                                .map(c -> c.getField() + ": " + c.getMessage())
                                .filter(said ->
                                        !said.contains("some validation rules were not checked")))
                .containsExactlyInAnyOrderElementsOf(wrong.says());
    }

    @Test
    void thereAreEnoughOfThem() throws IOException {
        assertThat(cases().map(Case::name)).hasSizeGreaterThanOrEqualTo(25).doesNotHaveDuplicates();
    }

    @Test
    void theLeastResourceGetsEveryDefault() {
        GenericKubernetesResource made = create(right());
        try {
            JsonNode spec =
                    Serialization.unmarshal(Serialization.asYaml(made), JsonNode.class)
                            .path("spec");
            assertThat(spec.at("/api/min").asInt()).isEqualTo(2);
            assertThat(spec.at("/runners/runtimeClassName").asText()).isEqualTo("gvisor");
            assertThat(spec.at("/runners/placement/spreadOver/0").asText())
                    .isEqualTo("kubernetes.io/hostname");
            assertThat(spec.at("/database/evaluation/storage").asText()).isEqualTo("5Gi");
            assertThat(spec.at("/gateway/enabled").asBoolean()).isTrue();
            assertThat(spec.at("/deletionPolicy").asText()).isEqualTo("Retain");
        } finally {
            server.admin().resource(made).delete();
        }
    }

    private static GenericKubernetesResource create(ObjectNode resource) {
        return server.admin()
                .resource(
                        Serialization.unmarshal(
                                resource.toString(), GenericKubernetesResource.class))
                .create();
    }

    private static ObjectNode right() {
        return Serialization.unmarshal(
                """
                apiVersion: gretlab.dev/v1alpha1
                kind: Gretlab
                metadata: {name: lab, namespace: default}
                spec:
                  version: 0.1.0
                  host: lab.example.org
                  tls: {selfSigned: true}
                  database: {evaluation: {}}
                """,
                ObjectNode.class);
    }

    /** As a JSON merge patch does: null removes. */
    private static void merge(ObjectNode into, JsonNode from) {
        from.properties()
                .forEach(entry -> {
                    JsonNode value = entry.getValue();
                    if (value.isNull()) {
                        into.remove(entry.getKey());
                    } else if (value.isObject()
                            && into.get(entry.getKey()) instanceof ObjectNode old) {
                        merge(old, value);
                    } else {
                        into.set(entry.getKey(), value);
                    }
                });
    }
}
