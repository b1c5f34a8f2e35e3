/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A resource with its defaults filled in as the API server does it, for tests without one. */
public final class CompleteResource {

    private CompleteResource() {}

    /** The resource of the spec, named lab in the namespace school. */
    public static Gretlab of(String spec) throws IOException {
        CustomResourceDefinition crd =
                Serialization.unmarshal(
                        Files.readString(
                                GeneratedCrd.checkedIn(
                                        Path.of(System.getProperty("gretlab.root")))),
                        CustomResourceDefinition.class);
        ObjectNode resource =
                Serialization.unmarshal(
                        """
                        apiVersion: gretlab.dev/v1alpha1
                        kind: Gretlab
                        metadata: {name: lab, namespace: school, uid: 0b0e9a0e-4c9c-4a43-9c8e-4f2f3a5f0001, generation: 1}
                        spec:
                        %s
                        """
                                .formatted(spec.indent(2)),
                        ObjectNode.class);
        fill(resource, crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema());
        return Serialization.unmarshal(resource.toString(), Gretlab.class);
    }

    private static void fill(ObjectNode object, JSONSchemaProps schema) {
        schema.getProperties()
                .forEach((name, property) -> {
                    if (!object.has(name) && property.getDefault() != null) {
                        object.set(name, property.getDefault().deepCopy());
                    }
                    if (object.get(name) instanceof ObjectNode child) {
                        fill(child, property);
                    }
                });
    }
}
