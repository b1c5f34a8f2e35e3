/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The CustomResourceDefinition as the Java types describe it: their annotations become the schema,
 * their doc comments its descriptions.
 */
public final class GeneratedCrd {

    /** The order in which {@code kubectl get} shows them; the generator sorts them by path. */
    private static final List<String> COLUMNS =
            List.of("Ready", "URL", "API", "Runners", "Version", "Age");

    private GeneratedCrd() {}

    /** The file that is checked in, from the root of the repository. */
    public static Path checkedIn(Path root) {
        return root.resolve("crds/gretlabs.gretlab.dev-v1.yml");
    }

    static CustomResourceDefinition generate(Path root, Path folder) throws IOException {
        new CRDGenerator()
                .customResourceClasses(Gretlab.class)
                .forCRDVersions("v1")
                .inOutputDir(folder.toFile())
                .generate();
        CustomResourceDefinition crd =
                Serialization.unmarshal(
                        Files.readString(folder.resolve("gretlabs.gretlab.dev-v1.yml")),
                        CustomResourceDefinition.class);
        CustomResourceDefinitionVersion version = crd.getSpec().getVersions().getFirst();
        version.getAdditionalPrinterColumns()
                .sort(
                        Comparator.comparingInt((CustomResourceColumnDefinition c) ->
                                COLUMNS.indexOf(c.getName())));
        describe(
                version.getSchema().getOpenAPIV3Schema(),
                DocComments.of(root.resolve("crds/src/main/java")));
        return crd;
    }

    /** The text of the file. */
    static String text(CustomResourceDefinition crd) {
        return "# Copyright Gretlab authors\n"
                + "# SPDX-License-Identifier: Apache-2.0\n"
                + "#\n"
                + "# Generated from the types in crds/. Written anew by:\n"
                + "#   mvn -pl crds test -Dtest=GeneratedCrdTests -Dgretlab.crd.write=true\n"
                + Serialization.asYaml(crd);
    }

    private static void describe(JSONSchemaProps schema, DocComments comments) {
        schema.setDescription(comments.of(Gretlab.class).orElseThrow());
        describe(property(schema, "spec"), GretlabSpec.class, comments);
        describe(property(schema, "status"), GretlabStatus.class, comments);
    }

    private static void describe(JSONSchemaProps schema, Class<?> type, DocComments comments) {
        if (schema.getDescription() == null) {
            schema.setDescription(comments.of(type).orElseThrow());
        }
        for (RecordComponent component : type.getRecordComponents()) {
            JSONSchemaProps property = property(schema, component.getName());
            // a record's component carries its annotations twice: on the field and on the accessor
            property.setXKubernetesValidations(
                    property.getXKubernetesValidations().stream().distinct().toList());
            property.setDescription(
                    comments.of(type, component.getName())
                            .orElseThrow(() ->
                                    new IllegalStateException(
                                            type.getSimpleName()
                                                    + " says nothing about "
                                                    + component.getName())));
            if (component.getType().isRecord()) {
                describe(property, component.getType(), comments);
                if (property.getDefault() != null) {
                    property.setDefault(defaults(property));
                }
            } else if (component.getGenericType()
                            instanceof java.lang.reflect.ParameterizedType generic
                    && generic.getActualTypeArguments()[0] instanceof Class<?> element
                    && element.isRecord()) {
                describe(property.getItems().getSchema(), element, comments);
            }
        }
    }

    static JSONSchemaProps property(JSONSchemaProps schema, String name) {
        return Objects.requireNonNull(schema.getProperties().get(name), name);
    }

    /**
     * The generator reads {} into the record and writes its zeros, and the API server holds an
     * empty default to the rules before it fills it: so the default of an object has those of its
     * fields.
     */
    private static ObjectNode defaults(JSONSchemaProps schema) {
        ObjectNode defaults = JsonNodeFactory.instance.objectNode();
        schema.getProperties()
                .forEach((name, property) -> {
                    if (property.getDefault() != null) {
                        defaults.set(name, property.getDefault());
                    }
                });
        return defaults;
    }
}
