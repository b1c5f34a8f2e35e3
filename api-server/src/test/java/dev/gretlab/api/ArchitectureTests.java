/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RestController;

@Tag("unit")
class ArchitectureTests {

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.gretlab.api");

    @Test
    void featuresDoNotGoInCircles() {
        slices().matching("dev.gretlab.api.(*)..")
                .should()
                .beFreeOfCycles()
                .because("a feature can then be read, changed and tested with only those below it")
                .check(ALL);
    }

    @Test
    void onlyStoresSpeakSql() {
        noClasses()
                .that(not(resideInAnyPackage("..database..", "..problem.pack..")))
                .and()
                .haveSimpleNameNotEndingWith("Store")
                .and()
                .haveSimpleNameNotEndingWith("Archive")
                .and()
                .haveSimpleNameNotEndingWith("Configuration")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.r2dbc..", "io.r2dbc.pool..")
                .because("whoever changes a table finds all that reads it by looking at the stores")
                .check(ALL);
    }

    @Test
    void storesKnowNothingOfHttp() {
        noClasses()
                .that()
                .haveSimpleNameEndingWith("Store")
                .or()
                .haveSimpleNameEndingWith("Archive")
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                        "org.springframework.web..", "org.springframework.http..")
                                .or(JavaClass.Predicates.simpleNameEndingWith("Controller")))
                .because(
                        "rows are read for background work too, and the arrow goes from the web to the data")
                .check(ALL);
    }

    @Test
    void nobodyUsesControllers() {
        classes()
                .that()
                .areAnnotatedWith(RestController.class)
                .should()
                .onlyHaveDependentClassesThat(
                        com.tngtech.archunit.base.DescribedPredicate.<JavaClass>describe(
                                "belong to the controller itself",
                                dependent -> dependent.getName().contains("Controller")))
                .because("they translate HTTP and hold nothing that others need")
                .check(ALL);
    }

    @Test
    void thePureClassesStayPure() {
        noClasses()
                .that()
                .areRecords()
                .and(not(resideInAnyPackage("..config..", "..cache..")))
                .or()
                .haveSimpleName("Pace")
                .or()
                .haveSimpleName("SourceText")
                .or()
                .haveSimpleName("CsvRoster")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework.stereotype..",
                        "org.springframework.r2dbc..",
                        "org.springframework.web..",
                        "reactor..")
                .because("what is decided without a server is tested without one")
                .check(ALL);
    }

    @Test
    void nobodyWaitsOnTheEventLoop() {
        noClasses()
                .should()
                .callMethod(reactor.core.publisher.Mono.class, "block")
                .orShould()
                .callMethod(reactor.core.publisher.Flux.class, "blockLast")
                .orShould()
                .callMethod(reactor.core.publisher.Flux.class, "blockFirst")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .because("one waiting thread stops every request of its event loop")
                .check(ALL);
    }

    @Test
    void noEntitiesAndNoRepositories() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.data..", "java.sql..", "javax.sql..")
                .because(
                        "the queue's rules are SQL functions, and nothing may write rows behind them")
                .check(ALL);
        noMethods()
                .should()
                .beAnnotatedWith("org.springframework.transaction.annotation.Transactional")
                .because("a transaction is visible where it is used")
                .check(ALL);
    }
}
