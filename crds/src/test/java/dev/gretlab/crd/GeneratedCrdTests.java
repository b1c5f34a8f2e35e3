/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class GeneratedCrdTests {

    private static final Path ROOT = Path.of(System.getProperty("gretlab.root"));

    @TempDir Path folder;

    @Test
    void theFileThatIsCheckedInIsWhatTheTypesSay() throws IOException {
        String text = GeneratedCrd.text(GeneratedCrd.generate(ROOT, folder));
        Path file = GeneratedCrd.checkedIn(ROOT);
        if (Boolean.getBoolean("gretlab.crd.write")) {
            Files.writeString(file, text);
            // Helm takes no file from outside of a chart
            Files.writeString(
                    ROOT.resolve("helm/gretlab-operator/files/gretlabs.gretlab.dev-v1.yml"), text);
        }
        assertThat(Files.readString(file))
                .as("run mvn -pl crds test -Dtest=GeneratedCrdTests -Dgretlab.crd.write=true")
                .isEqualTo(text);
    }

    @Test
    void everyFieldOfTheSpecIsDescribedBoundedAndHasNoLooseEnd() throws IOException {
        CustomResourceDefinition crd = GeneratedCrd.generate(ROOT, folder);
        JSONSchemaProps spec =
                GeneratedCrd.property(
                        crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema(),
                        "spec");
        List<String> faults = new ArrayList<>();
        inspect("spec", spec, faults);
        assertThat(faults).isEmpty();
    }

    private static void inspect(String path, JSONSchemaProps schema, List<String> faults) {
        if (schema.getDescription() == null || schema.getDescription().isBlank()) {
            faults.add(path + " is not described");
        }
        switch (schema.getType()) {
            case "string" -> {
                if (schema.getMaxLength() == null && schema.getEnum().isEmpty()) {
                    faults.add(path + " may be of any length");
                }
            }
            case "integer" -> {
                if (schema.getMinimum() == null || schema.getMaximum() == null) {
                    faults.add(path + " has no bounds");
                }
            }
            case "array" -> {
                if (schema.getMaxItems() == null) {
                    faults.add(path + " may have any number of items");
                }
                if ("object".equals(schema.getItems().getSchema().getType())) {
                    inspect(path + "[]", schema.getItems().getSchema(), faults);
                }
            }
            case "object" -> {
                if (schema.getAdditionalProperties() != null && schema.getMaxProperties() == null) {
                    faults.add(path + " may have any number of entries");
                }
                schema.getProperties()
                        .forEach((name, child) -> inspect(path + "." + name, child, faults));
            }
            default -> {}
        }
    }
}
