/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.api.problem.pack.ProblemPackage.CustomValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    void conversationsThatAreOnlyShownAreNoted() {
        for (PackageZip zip :
                List.of(current("interactive"), legacy("validation: custom interactive\n"))) {
            ProblemPackage problem =
                    zip.with("data/sample/1.interaction", "<1\n>2\n")
                            .with("data/sample/2.interaction", "<3\n>4\n")
                            .accepted();
            assertThat(problem.tests()).as("none more").hasSize(3);
            assertThat(problem.notes())
                    .hasSize(2)
                    .allSatisfy(note -> assertThat(note).contains(".interaction is not shown"));
        }
        refused(
                PackageZip.current().with("data/sample/1.interaction", "<1\n"),
                "data/sample/1.interaction belongs to interactive problems");
        refused(
                PackageZip.current().with("data/sample/2.interaction", "<1\n"),
                "data/sample/2.interaction belongs to interactive problems");
    }
}
