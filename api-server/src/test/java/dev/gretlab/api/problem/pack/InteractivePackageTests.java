/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.api.problem.pack.ProblemPackage.Conversation;
import dev.gretlab.api.problem.pack.ProblemPackage.CustomValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.Line;
import dev.gretlab.api.problem.pack.ProblemPackage.SourceFile;
import dev.gretlab.api.problem.pack.ProblemPackage.Speaker;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages whose validator talks to the program. */
@Tag("unit")
class InteractivePackageTests {

    private static PackageZip current(String type) {
        return PackageZip.current()
                .and("problem.yaml", "type: " + type + "\n")
                .with("output_validator/talk.cpp", "int main() {}");
    }

    private static PackageZip legacy(String lines) {
        return PackageZip.legacy()
                .and("problem.yaml", lines)
                .with("output_validators/talk/talk.py", "");
    }

    private static CustomValidator validator(PackageZip zip) {
        return (CustomValidator) zip.accepted().validator();
    }

    private static void refused(PackageZip zip, String... parts) {
        assertThat(zip.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains(parts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"interactive", "[pass-fail, interactive]", "[interactive, pass-fail]"})
    void aCurrentPackageSaysSoByItsType(String type) {
        CustomValidator validator = validator(current(type));
        assertThat(validator.interactive()).isTrue();
        assertThat(validator.language()).isEqualTo("cpp");
        assertThat(validator.files()).extracting(SourceFile::name).containsExactly("talk.cpp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "validation: custom interactive\n",
                "type: interactive\nvalidation: custom interactive\n",
                "type: pass-fail\nvalidation: custom interactive\n",
            })
    void aLegacyPackageSaysSoByItsValidation(String lines) {
        CustomValidator validator = validator(legacy(lines));
        assertThat(validator.interactive()).isTrue();
        assertThat(validator.language()).isEqualTo("python");
    }

    @Test
    void anOrdinaryValidatorOnlyReads() {
        assertThat(validator(current("pass-fail")).interactive()).isFalse();
        assertThat(validator(legacy("validation: custom\n")).interactive()).isFalse();
    }

    @Test
    void argumentsAreThoseOfItsTests() {
        assertThat(
                        current("interactive")
                                .with("data/secret/02.yaml", "output_validator_args: [b]\n")
                                .accepted()
                                .tests())
                .extracting(ProblemPackage.Test::validatorArgs)
                .containsExactly(List.of(), List.of(), List.of("b"));
        assertThat(
                        legacy("validation: custom interactive\nvalidator_flags: x y\n")
                                .accepted()
                                .tests())
                .allSatisfy(t -> assertThat(t.validatorArgs()).containsExactly("x", "y"));
    }

    @Test
    void refusesWhatContradictsItself() {
        refused(
                PackageZip.current().and("problem.yaml", "type: interactive\n"),
                "the problem is interactive",
                "output_validator is empty");
        refused(
                PackageZip.legacy().and("problem.yaml", "validation: custom interactive\n"),
                "the problem is interactive",
                "output_validators is empty");
        refused(
                legacy("type: interactive\nvalidation: custom\n"),
                "write validation: custom interactive");
        assertThat(legacy("validation: interactive\n").faults())
                .anySatisfy(f -> assertThat(f).contains("write custom interactive"));
        refused(current("[interactive, multi-pass]"), "multi-pass problems are not supported");
    }

    @Test
    void itsMemoryIsThereBesideTheProgram() {
        PackageZip zip = current("interactive").with("problem.yaml", limits(2048, 512));
        assertThat(validator(zip).memoryMb()).isEqualTo(512);
        refused(zip.with("problem.yaml", limits(64, 513)), "validation_memory", "512 MiB");
        CustomValidator usual = validator(current("interactive"));
        assertThat(usual.memoryMb()).isEqualTo(256);
        assertThat(usual.cpuMs()).isEqualTo(10_000);
    }

    private static String limits(int memory, int ofTheValidator) {
        return """
        problem_format_version: 2025-09
        name: Sum of two
        uuid: 10cd5ed8-c993-4acd-b1fe-9a1a4a14bc9b
        type: interactive
        limits: {time_limit: 1, memory: %d, validation_memory: %d}
        """
                .formatted(memory, ofTheValidator);
    }

    @Test
    void conversationsAreReadInTheOrderOfTheirNames() {
        for (PackageZip zip :
                List.of(current("interactive"), legacy("validation: custom interactive\n"))) {
            ProblemPackage problem =
                    zip.with("data/sample/2.interaction", ">a\n")
                            .with("data/sample/1.interaction", "<1 2\r\n> 3\r\n<\r\n")
                            .accepted();
            assertThat(problem.tests()).as("the second has no test").hasSize(3);
            assertThat(problem.conversations())
                    .containsExactly(
                            new Conversation(
                                    "sample/1",
                                    List.of(
                                            new Line(Speaker.JUDGE, "1 2"),
                                            new Line(Speaker.PROGRAM, " 3"),
                                            new Line(Speaker.JUDGE, ""))),
                            new Conversation("sample/2", List.of(new Line(Speaker.PROGRAM, "a"))));
            assertThat(problem.notes()).isEmpty();
        }
        assertThat(current("interactive").accepted().conversations()).isEmpty();
    }

    @Test
    void conversationsOfHiddenTestsStayHidden() {
        ProblemPackage problem =
                current("interactive").with("data/secret/01.interaction", "<1\n").accepted();
        assertThat(problem.conversations()).isEmpty();
        assertThat(problem.notes())
                .singleElement()
                .asString()
                .contains("data/secret/01.interaction is not shown");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'<1\\n2\\n' | line 2 does not say who speaks",
                "'<1\\n\\n<2\\n' | line 2 does not say who speaks",
                "'<1\\n---\\n<2\\n' | line 2 does not say who speaks",
                "'' | line 1 does not say who speaks",
                "'<\\0' | NUL",
            })
    void refusesConversationsThatNobodyCanFollow(String text, String fault) {
        String real = text.translateEscapes();
        refused(
                current("interactive").with("data/sample/1.interaction", real),
                "data/sample/1.interaction",
                fault);
    }

    @Test
    void refusesConversationsThatNobodyReads() {
        PackageZip zip = current("interactive");
        assertThat(
                        zip.with("data/sample/1.interaction", "<1\n".repeat(1000))
                                .accepted()
                                .conversations())
                .hasSize(1);
        refused(
                zip.with("data/sample/1.interaction", "<1\n".repeat(1001)),
                "data/sample/1.interaction is too long",
                "1000 lines");
        refused(zip.with("data/sample/1.interaction", "<" + "1".repeat(65_536)), "64 KiB");
    }

    @Test
    void conversationsBelongToInteractiveProblems() {
        for (String file : List.of("data/sample/1.interaction", "data/sample/2.interaction")) {
            refused(
                    PackageZip.current().with(file, "<1\n"),
                    file + " belongs to interactive problems");
        }
    }
}
