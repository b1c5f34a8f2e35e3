/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LayerTests {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.gretlab.runner");

    @Test
    void arrowsGoOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("language")
                .definedBy("..runner.language..")
                .layer("jail")
                .definedBy("..runner.jail..")
                .layer("judge")
                .definedBy("..runner.judge..")
                .layer("queue")
                .definedBy("..runner.queue..")
                .layer("agent")
                .definedBy("..runner.agent..")
                .layer("http")
                .definedBy("..runner.http..")
                .layer("main")
                .definedBy("dev.gretlab.runner")
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("agent")
                .mayOnlyBeAccessedByLayers("http", "main")
                .whereLayer("queue")
                .mayOnlyBeAccessedByLayers("agent")
                .whereLayer("judge")
                .mayOnlyBeAccessedByLayers("queue", "agent")
                .whereLayer("jail")
                .mayOnlyBeAccessedByLayers("judge", "agent")
                .whereLayer("language")
                .mayOnlyBeAccessedByLayers("judge", "agent")
                .because(
                        "a verdict must be the same whether a queue, a test or a tool asks for it,"
                                + " so judging knows neither the queue nor the process around it")
                .check(CLASSES);
    }

    @Test
    void onlyTheQueueSpeaksSql() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..runner.queue..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.postgresql..")
                .because(
                        "the functions of the database are the contract with the other parts, and a"
                                + " contract that is called from one place can be read in one place")
                .check(CLASSES);
    }

    @Test
    void onlyTheJailStartsProcesses() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..runner.jail..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(ProcessBuilder.class.getName())
                .because("what a student sends must never run anywhere but in the jail")
                .check(CLASSES);
    }

    @Test
    void languagesAreData() {
        noClasses()
                .that()
                .resideInAPackage("..runner.language..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.sql..", "..runner.judge..")
                .because("a language is what a file says of it; adding one needs no code")
                .check(CLASSES);
    }
}
