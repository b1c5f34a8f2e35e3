/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ArchitectureTests {

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.gretlab.operator");

    @Test
    void theModelKnowsNoClusterAndNoReconciler() {
        noClasses()
                .that()
                .resideInAPackage("dev.gretlab.operator.model..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.gretlab.operator",
                        "io.javaoperatorsdk..",
                        "io.fabric8.kubernetes.client",
                        "io.fabric8.kubernetes.client.dsl..",
                        "io.fabric8.kubernetes.client.informers..")
                .because("what a resource turns into is decided, read and tested without a cluster")
                .check(ALL);
    }

    @Test
    void theModelReadsNoClockAndNoEnvironment() {
        noClasses()
                .that()
                .resideInAPackage("dev.gretlab.operator.model..")
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .because("the same resource must always want the same objects")
                .check(ALL);
    }

    @Test
    void nobodySleeps() {
        noClasses()
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", java.time.Duration.class)
                .because("what is not yet there is looked at again when an event tells of it")
                .check(ALL);
    }
}
