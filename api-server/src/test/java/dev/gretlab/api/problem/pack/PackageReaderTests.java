/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gretlab.api.problem.pack.ProblemPackage.CustomValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.DefaultValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.ExampleSubmission;
import dev.gretlab.api.problem.pack.ProblemPackage.Limits;
import dev.gretlab.api.problem.pack.ProblemPackage.SourceFile;
import dev.gretlab.api.problem.pack.ProblemPackage.TestClaim;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class PackageReaderTests {

    private static void refused(PackageZip zip, String... parts) {
        assertThat(zip.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains(parts));
    }

    @Test
    void readsACurrentPackage() {
        ProblemPackage problem = PackageZip.current().accepted();
        assertThat(problem.slug()).isEqualTo("sum");
        assertThat(problem.format()).isEqualTo("2025-09");
        assertThat(problem.name()).isEqualTo("Sum of two");
        assertThat(problem.limits()).isEqualTo(new Limits(1500, 64, 1024));
        assertThat(problem.validator()).isEqualTo(new DefaultValidator(false, false, null, null));
        assertThat(problem.tests())
                .extracting(
                        ProblemPackage.Test::number,
                        ProblemPackage.Test::name,
                        ProblemPackage.Test::group,
                        ProblemPackage.Test::visible,
                        t -> new String(t.input().content(), StandardCharsets.UTF_8))
                .containsExactly(
                        tuple(1, "sample/1", "sample", true, "1 2\n"),
                        tuple(2, "secret/01", "secret", false, "0 0\n"),
                        tuple(3, "secret/02", "secret", false, "5 5\n"));
        assertThat(problem.statements()).containsOnlyKeys("en");
        assertThat(problem.statements().get("en"))
                .contains("<math alttext=\"a\"><mi>a</mi></math>");
        assertThat(problem.submissions())
                .extracting(
                        ExampleSubmission::path,
                        ExampleSubmission::language,
                        ExampleSubmission::expected)
                .containsExactly(tuple("accepted/sum.py", "python", List.of("accepted")));
        assertThat(problem.notes()).isEmpty();
    }

    @Test
    void readsALegacyPackage() {
        ProblemPackage problem = PackageZip.legacy().accepted();
        assertThat(problem.format()).isEqualTo("legacy");
        assertThat(problem.limits()).isEqualTo(new Limits(3000, 256, 1024));
        assertThat(problem.statements().get("en")).startsWith("<p>Add <span class=\"math\"><math");
    }

    @Test
    void theSameFilesHaveTheSameHashAndOthersHaveNot() {
        String hash = PackageZip.current().accepted().hash();
        assertThat(PackageZip.current().in("").read())
                .isInstanceOfSatisfying(
                        PackageReading.Accepted.class,
                        other -> assertThat(other.problem().hash()).isNotEqualTo(hash));
        assertThat(PackageZip.current().accepted().hash()).isEqualTo(hash);
        assertThat(PackageZip.current().and("data/secret/01.in", " ").accepted().hash())
                .isNotEqualTo(hash);
    }

    @Test
    void reportsEveryFaultAtOnce() {
        assertThat(
                        PackageZip.current()
                                .and("problem.yaml", "colour: red\n")
                                .without("data/secret/01.ans")
                                .with("data/secret/lost.ans", "1")
                                .with("statement/problem.en.md", "![x](missing.png) $\\nope$")
                                .faults())
                .hasSize(5)
                .anySatisfy(f -> assertThat(f).contains("problem.yaml", "colour"))
                .anySatisfy(f -> assertThat(f).contains("data/secret/01.ans is missing"))
                .anySatisfy(f -> assertThat(f).contains("data/secret/lost.ans belongs to no test"))
                .anySatisfy(f -> assertThat(f).contains("statement/missing.png, which is missing"))
                .anySatisfy(f -> assertThat(f).contains("\\nope"));
    }

    // names and roots

    @ParameterizedTest
    @CsvSource({
        "Two_Sums.v2/, upload.zip, two-sums-v2",
        "'', Upload.ZIP, upload",
        "'', 'C:\\home\\sums.kpp', sums",
        "'', /tmp/sums.zip, sums",
    })
    void takesTheSlugFromTheFolderOrTheFile(String folder, String file, String slug) {
        assertThat(
                        new PackageReader(PackageZip.SITE)
                                .read(PackageZip.current().in(folder).zip(), file))
                .isInstanceOfSatisfying(
                        PackageReading.Accepted.class,
                        read -> assertThat(read.problem().slug()).isEqualTo(slug));
    }

    @Test
    void takesTheSlugFromDomjudgesShortName() {
        assertThat(
                        PackageZip.legacy()
                                .in("")
                                .and("domjudge-problem.ini", "short-name = ADD ; in the contest\n")
                                .accepted()
                                .slug())
                .isEqualTo("add");
    }

    @Test
    void refusesASlugThatIsNone() {
        refused(PackageZip.current().in("größe/"), "short name", "größe");
        assertThat(
                        PackageZip.faults(
                                new PackageReader(PackageZip.SITE)
                                        .read(PackageZip.current().in("").zip(), null)))
                .singleElement()
                .asString()
                .contains("has no short name");
    }

    @Test
    void ignoresFilesWithOtherNames() {
        ProblemPackage problem =
                PackageZip.current()
                        .with(".git/config", "x")
                        .with("__MACOSX/._problem.yaml", "x")
                        .with("data/secret/.03.in", "x")
                        .with("data/secret/a b.in", "x")
                        .accepted();
        assertThat(problem.tests()).hasSize(3);
        assertThat(problem.notes()).singleElement().asString().contains("data/secret/a b.in");
    }

    // versions, types, keys

    @Test
    void needsProblemYaml() {
        refused(PackageZip.current().without("problem.yaml"), "problem.yaml is missing");
        refused(PackageZip.current().with("problem.yaml", "a: [1"), "not YAML", "line");
        assertThat(PackageZip.current().with("problem.yaml", "- a").faults())
                .anySatisfy(f -> assertThat(f).contains("keys and values"));
    }

    @Test
    void survivesHostileYaml() {
        String laughs =
                """
                a: &a [x,x,x,x,x,x,x,x,x]
                b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
                c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
                d: [*c,*c,*c,*c,*c,*c,*c,*c,*c]
                """;
        assertThat(PackageZip.current().with("problem.yaml", laughs).faults()).isNotEmpty();
        assertThat(
                        PackageZip.current()
                                .with("problem.yaml", "name: !!java.net.URL [\"http://x\"]")
                                .faults())
                .anySatisfy(f -> assertThat(f).contains("not YAML"));
        assertThat(PackageZip.current().with("problem.yaml", "[".repeat(5000)).faults())
                .anySatisfy(f -> assertThat(f).contains("not YAML"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2023-07", "2023-07-draft", "2026-01", "draft", "1.0"})
    void refusesUnknownVersions(String version) {
        refused(
                PackageZip.legacy().and("problem.yaml", "problem_format_version: " + version),
                "problem.yaml names the format version " + version + ",",
                "legacy, legacy-icpc and 2025-09 are");
    }

    @Test
    void takesLegacyIcpcAsLegacy() {
        assertThat(
                        PackageZip.legacy()
                                .and("problem.yaml", "problem_format_version: legacy-icpc\n")
                                .accepted()
                                .format())
                .isEqualTo("legacy");
    }

    @ParameterizedTest
    @CsvSource({
        "'type: [pass-fail, multi-pass]',multi-pass problems are not supported",
        "type: submit-answer,answers are submitted",
        "type: strange,unknown type strange",
        "'languages: [c, cpp]',limits the languages",
        "'constants: {max: 5}',constants",
        "embargo_until: 2030-01-01,embargo_until",
        "validation: custom,unknown key validation",
        "license: mine,unknown license",
    })
    void refusesByNameWhatACurrentPackageMayNotAsk(String line, String fault) {
        refused(PackageZip.current().and("problem.yaml", line + "\n"), fault);
    }

    @ParameterizedTest
    @CsvSource({
        "validation: custom score,belongs to scoring problems",
        "validation: fancy,unknown word fancy",
        "'grading: {objective: max}',belongs to scoring problems",
        "validator_flags: fuzzy,unknown validator flag fuzzy",
        "validator_flags: float_tolerance,float_tolerance needs a number",
        "validator_flags: float_tolerance -1,float_tolerance needs a number",
        "validator_flags: float_tolerance NaN,float_tolerance needs a number",
    })
    void refusesByNameWhatALegacyPackageMayNotAsk(String line, String fault) {
        assertThat(
                        PackageZip.legacy()
                                .and("problem.yaml", line + "\n")
                                .with("output_validators/validate.py", "")
                                .faults())
                .anySatisfy(f -> assertThat(f).contains(fault));
    }

    @Test
    void notesUnknownKeysOfLegacyPackages() {
        assertThat(PackageZip.legacy().and("problem.yaml", "colour: red\n").accepted().notes())
                .singleElement()
                .asString()
                .contains("colour");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "graders/grade.py",
                "include/python3/x.py",
                "static_validator/x.py",
                "data/secret/01.files/map.txt",
                "data/sample/1.in.statement",
                "data/sample/1.out",
            })
    void refusesWhatIsNotSupportedByName(String path) {
        String folder = path.substring(0, path.indexOf('/'));
        refused(PackageZip.current().with(path, "x"), folder, "not supported");
    }

    // names by language

    @Test
    void readsSeveralLanguages() {
        ProblemPackage problem =
                PackageZip.current()
                        .with(
                                "problem.yaml",
                                """
                                problem_format_version: 2025-09
                                name: {de: Summe, en: Sum, pt-BR: Soma}
                                uuid: 10cd5ed8-c993-4acd-b1fe-9a1a4a14bc9b
                                limits: {time_limit: 1}
                                """)
                        .with("statement/problem.de.md", "Addiere.")
                        .with("statement/problem.pt-BR.tex", "Some.")
                        .accepted();
        assertThat(problem.name()).isEqualTo("Sum");
        assertThat(problem.statements().keySet()).containsExactly("en", "de", "pt-BR");
        refused(
                PackageZip.current().with("statement/problem.sv.md", "Addera."),
                "names for the languages en",
                "en, sv");
    }

    @Test
    void refusesStatementsThatItCannotShow() {
        refused(
                PackageZip.current().without("statement/problem.en.md"),
                "statement has no statement");
        refused(
                PackageZip.current()
                        .without("statement/problem.en.md")
                        .with("statement/problem.en.pdf", "%PDF"),
                "only a PDF for the language en");
        refused(
                PackageZip.legacy()
                        .without("problem_statement/problem.en.tex")
                        .with("problem.pdf", "%PDF"),
                "problem.pdf is the only statement");
        refused(PackageZip.current().with("statement/problem.en.tex", "Add."), "both there");
        refused(PackageZip.current().with("statement/problem.en.md", " \n"), "is empty");
        refused(
                PackageZip.current().with("statement/problem.en.md", new byte[] {(byte) 0xc3, 40}),
                "not UTF-8");
    }

    @Test
    void takesTheNameFromTexWhenLegacyMetadataHasNone() {
        assertThat(
                        PackageZip.legacy()
                                .with("problem.yaml", "")
                                .with(
                                        "problem_statement/problem.tex",
                                        "\\problemname{Sum of $n$ numbers}\nAdd.")
                                .without("problem_statement/problem.en.tex")
                                .accepted()
                                .name())
                .isEqualTo("Sum of n numbers");
        refused(PackageZip.legacy().with("problem.yaml", ""), "problem.yaml has no name");
    }

    // limits

    @ParameterizedTest
    @CsvSource({
        "time_limit: 20.001,time limit is 20001 ms,20000 ms",
        "time_limit: 0,must be a number above 0,",
        "time_limit: -1,must be a number above 0,",
        "time_limit: 1e999999999,must be a number above 0,",
        "time_limit: 0.0001,whole number of ms,",
        "time_limit: soon,must be a number above 0,",
        "memory: 2049,memory is 2049 MiB,2048 MiB",
        "output: 65,output is 66560 KiB,65536 KiB",
        "code: 128,code,cannot honour",
        "compilation_time: 10,compilation_time,cannot honour",
        "validation_output: 1,validation_output,cannot honour",
        "validation_time: 21,validation_time is 21000 ms,",
        "speed: 3,unknown key speed,",
    })
    void refusesLimitsThatCannotBeHonoured(String limit, String first, String second) {
        String yaml =
                """
                problem_format_version: 2025-09
                name: Sum
                uuid: 10cd5ed8-c993-4acd-b1fe-9a1a4a14bc9b
                limits:
                """
                        + (limit.startsWith("time_limit") ? "" : "  time_limit: 1\n")
                        + "  "
                        + limit
                        + "\n";
        refused(
                PackageZip.current().with("problem.yaml", yaml),
                first,
                second == null ? "problem.yaml" : second);
    }

    @Test
    void takesTheTimeLimitFromWhereItIs() {
        assertThat(
                        PackageZip.legacy()
                                .without("domjudge-problem.ini")
                                .with(".timelimit", "4\n")
                                .accepted()
                                .limits()
                                .cpuMs())
                .isEqualTo(4000);
        refused(
                PackageZip.legacy().with(".timelimit", "4\n"),
                "domjudge-problem.ini and .timelimit give different time limits");
        ProblemPackage without = PackageZip.legacy().without("domjudge-problem.ini").accepted();
        assertThat(without.limits().cpuMs()).isEqualTo(2000);
        assertThat(without.notes()).singleElement().asString().contains("no time limit");
        refused(
                PackageZip.legacy().and("domjudge-problem.ini", "special_run='x'\n"),
                "special_run",
                "not supported");
    }

    // tests

    @Test
    void ordersFoldersByTheirNames() {
        ProblemPackage problem =
                PackageZip.legacy()
                        .with("data/secret/10/a.in", "")
                        .with("data/secret/10/a.ans", "")
                        .with("data/secret/02.b/x.in", "")
                        .with("data/secret/02.b/x.ans", "")
                        .accepted();
        assertThat(problem.tests())
                .extracting(ProblemPackage.Test::name, ProblemPackage.Test::group)
                .containsExactly(
                        tuple("sample/1", "sample"),
                        tuple("secret/01", "secret"),
                        tuple("secret/02", "secret"),
                        tuple("secret/02.b/x", "secret/02.b"),
                        tuple("secret/10/a", "secret/10"));
    }

    @Test
    void readsGroupsOfCurrentPackages() {
        PackageZip grouped =
                PackageZip.current()
                        .without("data/secret/01.in")
                        .without("data/secret/01.ans")
                        .without("data/secret/02.in")
                        .without("data/secret/02.ans")
                        .with("data/secret/small/1.in", "")
                        .with("data/secret/small/1.ans", "")
                        .with("data/secret/large/deep/1.in", "")
                        .with("data/secret/large/deep/1.ans", "");
        assertThat(grouped.accepted().tests())
                .extracting(ProblemPackage.Test::name, ProblemPackage.Test::group)
                .containsExactly(
                        tuple("sample/1", "sample"),
                        tuple("secret/large/deep/1", "secret/large"),
                        tuple("secret/small/1", "secret/small"));
        refused(
                grouped.with("data/secret/1.in", "").with("data/secret/1.ans", ""),
                "both tests and groups");
    }

    @Test
    void needsSecretTests() {
        refused(
                PackageZip.current()
                        .without("data/secret/01.in")
                        .without("data/secret/01.ans")
                        .without("data/secret/02.in")
                        .without("data/secret/02.ans"),
                "data/secret has no tests");
    }

    @ParameterizedTest
    @CsvSource({
        "data/secret/lost.yaml,belongs to no test",
        "data/secret/lost.png,belongs to no test",
        "data/secret/notes.txt,no part of a test",
        "data/secret/lost.ans,belongs to no test",
    })
    void refusesFilesWithoutATest(String path, String fault) {
        refused(PackageZip.current().with(path, ""), path, fault);
    }

    @ParameterizedTest
    @CsvSource({
        "args: [a],arguments to the program",
        "full_feedback: true,full_feedback",
        "max_score: 10,belongs to scoring problems",
        "score_aggregation: pass-fail,belongs to scoring problems",
        "require_pass: sample,require_pass",
        "other: 1,unknown key other",
    })
    void refusesWhatGroupsMayNotAsk(String line, String fault) {
        refused(
                PackageZip.current()
                        .with("data/secret/test_group.yaml", line.replace("[a]", "['a']")),
                "data/secret/test_group.yaml",
                fault);
    }

    @ParameterizedTest
    @CsvSource({
        "grading: custom,graders are not supported",
        "grader_flags: min ignore_sample,not supported",
        "range: 0 100,belongs to scoring problems",
        "accept_score: 5,belongs to scoring problems",
    })
    void refusesWhatLegacyGroupsMayNotAsk(String line, String fault) {
        assertThat(PackageZip.legacy().with("data/testdata.yaml", line).faults())
                .anySatisfy(f -> assertThat(f).contains("data/testdata.yaml", fault));
    }

    // validators

    @Test
    void readsTheFlagsOfTheDefaultValidator() {
        assertThat(
                        PackageZip.legacy()
                                .and(
                                        "problem.yaml",
                                        "validator_flags: case_sensitive float_tolerance 1e-6"
                                                + " float_absolute_tolerance 0.5\n")
                                .accepted()
                                .validator())
                .isEqualTo(new DefaultValidator(true, false, 0.5, 1e-6));
        String args = "output_validator_args: [space_change_sensitive, case_sensitive]\n";
        ProblemPackage problem =
                PackageZip.current()
                        .with("data/secret/test_group.yaml", args)
                        .with("data/sample/1.yaml", args)
                        .accepted();
        assertThat(problem.validator()).isEqualTo(new DefaultValidator(true, true, null, null));
        assertThat(problem.tests()).allSatisfy(t -> assertThat(t.validatorArgs()).isEmpty());
    }

    @Test
    void testsMayBeComparedDifferently() {
        ProblemPackage problem =
                PackageZip.current()
                        .with(
                                "data/secret/test_group.yaml",
                                "output_validator_args: [case_sensitive]\n")
                        .with(
                                "data/secret/02.yaml",
                                "output_validator_args: [float_tolerance, 1e-3]\n")
                        .accepted();
        assertThat(problem.validator()).isEqualTo(new DefaultValidator(false, false, null, null));
        assertThat(problem.tests())
                .extracting(ProblemPackage.Test::validatorArgs)
                .containsExactly(
                        List.of(), List.of("case_sensitive"), List.of("float_tolerance", "0.001"));
        refused(
                PackageZip.current()
                        .with("data/secret/02.yaml", "output_validator_args: [fuzzy]\n"),
                "unknown validator flag fuzzy");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[float_tolerance, 1e-3, float_tolerance, 1e-3]",
                "[float_tolerance, 1e-3, float_absolute_tolerance, 1e-3]",
                "[float_relative_tolerance, 1e-3, float_relative_tolerance, 1e-4]",
            })
    void aToleranceIsGivenOnce(String args) {
        refused(
                PackageZip.current()
                        .with(
                                "data/secret/test_group.yaml",
                                "output_validator_args: " + args + "\n"),
                "test_group.yaml gives a tolerance twice");
    }

    @Test
    void readsACustomValidatorAndItsArguments() {
        ProblemPackage problem =
                PackageZip.current()
                        .and("problem.yaml", "  validation_time: 5\n")
                        .with("output_validator/check.cpp", "int main() {}")
                        .with("output_validator/check.h", "")
                        .with("output_validator/README.md", "")
                        .with("data/secret/test_group.yaml", "output_validator_args: [a, '2']\n")
                        .with("data/secret/02.yaml", "output_validator_args: [b]\n")
                        .accepted();
        assertThat(problem.validator())
                .isInstanceOfSatisfying(
                        CustomValidator.class,
                        v -> {
                            assertThat(v.language()).isEqualTo("cpp");
                            assertThat(v.cpuMs()).isEqualTo(5000);
                            assertThat(v.memoryMb()).isEqualTo(256);
                            assertThat(v.files())
                                    .extracting(SourceFile::name)
                                    .containsExactly("check.cpp", "check.h");
                        });
        assertThat(problem.tests())
                .extracting(ProblemPackage.Test::validatorArgs)
                .containsExactly(List.of(), List.of("a", "2"), List.of("b"));
    }

    @Test
    void readsALegacyCustomValidatorInItsFolder() {
        ProblemPackage problem =
                PackageZip.legacy()
                        .and("problem.yaml", "validation: custom\nvalidator_flags: x y\n")
                        .with("output_validators/check/check.py", "")
                        .with("data/testdata.yaml", "output_validator_flags: z\n")
                        .accepted();
        assertThat(problem.validator())
                .isInstanceOfSatisfying(
                        CustomValidator.class,
                        v ->
                                assertThat(v.files())
                                        .extracting(SourceFile::name)
                                        .containsExactly("check.py"));
        assertThat(problem.tests())
                .allSatisfy(t -> assertThat(t.validatorArgs()).containsExactly("x", "y", "z"));
    }

    @Test
    void namesTheFileToStartWithAsRunnersDo() {
        assertThat(
                        PackageZip.current()
                                .with("output_validator/__init__.py", "")
                                .with("output_validator/__main__.py", "")
                                .with("output_validator/rules.py", "")
                                .accepted()
                                .validator())
                .isInstanceOfSatisfying(
                        CustomValidator.class,
                        v ->
                                assertThat(v.files())
                                        .extracting(SourceFile::name)
                                        .containsExactly("main.py", "__init__.py", "rules.py"));
    }

    @Test
    void refusesValidatorsThatItCannotRun() {
        PackageZip custom = PackageZip.legacy().and("problem.yaml", "validation: custom\n");
        refused(custom, "output_validators is empty");
        refused(custom.with("output_validators/build", "#!/bin/sh"), "build script");
        custom.without("output_validators/build").with("output_validators/a.py", "");
        refused(custom.with("output_validators/b.py", ""), "exactly one program");
        custom.without("output_validators/b.py").with("output_validators/run", "");
        refused(custom, "run script");
        refused(
                PackageZip.current().with("output_validator/check.rs", ""),
                "no language that validators may have");
        refused(
                PackageZip.current()
                        .with("output_validator/a.py", "")
                        .with("output_validator/b.cpp", ""),
                "several languages");
        refused(
                PackageZip.current()
                        .with("output_validator/a.py", "")
                        .with("output_validator/b.py", ""),
                "__main__.py");
        refused(
                PackageZip.current()
                        .with("output_validator/a.cpp", "")
                        .with("output_validator/b.cc", ""),
                "several source files (a.cpp, b.cc)");
        refused(
                PackageZip.current()
                        .with("output_validator/a.cpp", "")
                        .with("output_validator/lib/b.h", ""),
                "sub-folder");
    }

    // submissions

    @Test
    void knowsTheVerdictsOfFolders() {
        assertThat(
                        PackageZip.current()
                                .with("submissions/wrong_answer/a.c", "")
                                .with("submissions/time_limit_exceeded/A.java", "")
                                .with("submissions/run_time_error/a.js", "")
                                .with("submissions/rejected/a.C", "")
                                .with("submissions/brute_force/slow/main.cpp", "")
                                .with("submissions/brute_force/slow/README", "")
                                .accepted()
                                .submissions())
                .extracting(
                        ExampleSubmission::path,
                        ExampleSubmission::language,
                        ExampleSubmission::expected)
                .containsExactly(
                        tuple("accepted/sum.py", "python", List.of("accepted")),
                        tuple(
                                "brute_force/slow/main.cpp",
                                "cpp",
                                List.of(
                                        "time_limit",
                                        "runtime_error",
                                        "memory_limit",
                                        "output_limit")),
                        tuple(
                                "rejected/a.C",
                                "cpp",
                                List.of(
                                        "wrong_answer",
                                        "time_limit",
                                        "runtime_error",
                                        "memory_limit",
                                        "output_limit")),
                        tuple(
                                "run_time_error/a.js",
                                "javascript",
                                List.of("runtime_error", "memory_limit", "output_limit")),
                        tuple("time_limit_exceeded/A.java", "java", List.of("time_limit")),
                        tuple("wrong_answer/a.c", "c", List.of("wrong_answer")));
    }

    @Test
    void leavesOutProgramsThatNobodyCouldSubmit() {
        assertThat(
                        PackageZip.current()
                                .with("submissions/accepted/sum.hs", "")
                                .with("submissions/accepted/two/a.cpp", "")
                                .with("submissions/accepted/two/b.cpp", "")
                                .accepted())
                .satisfies(p -> {
                    assertThat(p.submissions()).hasSize(1);
                    assertThat(p.notes()).hasSize(2);
                });
        refused(
                PackageZip.current().without("submissions/accepted/sum.py"),
                "submissions/accepted is empty");
        refused(
                PackageZip.current().with("submissions/mixed/a.py", ""),
                "submissions/mixed/a.py is in a folder that says nothing");
    }

    @Test
    void expectedResultsWinInLegacyPackagesAlone() {
        String source = "# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT\n";
        assertThat(
                        PackageZip.legacy()
                                .with("submissions/mixed/a.py", source)
                                .accepted()
                                .submissions()
                                .getLast()
                                .expected())
                .containsExactly("wrong_answer", "time_limit");
        assertThat(
                        PackageZip.current()
                                .with("submissions/wrong_answer/a.py", source)
                                .accepted()
                                .submissions()
                                .getLast()
                                .expected())
                .containsExactly("wrong_answer");
        refused(
                PackageZip.legacy().with("submissions/mixed/a.py", "# @EXPECTED_RESULTS@: GREAT"),
                "submissions/mixed/a.py",
                "GREAT");
    }

    @Test
    void honoursSubmissionsYaml() {
        List<ExampleSubmission> submissions =
                PackageZip.current()
                        .with("submissions/other/slow.py", "")
                        .with("submissions/wrong_answer/a.py", "")
                        .with(
                                "submissions/submissions.yaml",
                                """
                                accepted/sum.py: {model_solution: true, authors: [Me], language: python3, entrypoint: sum.py}
                                "other/{slow,fast}.py": {permitted: [AC, TLE, WA], required: [TLE]}
                                "other/*.py": {permitted: [AC, TLE]}
                                wrong_answer: {permitted: [WA, AC, TLE]}
                                """)
                        .accepted()
                        .submissions();
        assertThat(submissions)
                .extracting(ExampleSubmission::path, ExampleSubmission::expected)
                .containsExactly(
                        tuple("accepted/sum.py", List.of("accepted")),
                        tuple("other/slow.py", List.of("time_limit")),
                        tuple("wrong_answer/a.py", List.of("wrong_answer", "time_limit")));
    }

    @Test
    void readsWhatIsClaimedOfPartsOfTheTests() {
        ProblemPackage problem =
                PackageZip.current()
                        .with("data/secret/03-hard.in", "")
                        .with("data/secret/03-hard.ans", "")
                        .with("submissions/mixed/slow.py", "")
                        .with(
                                "submissions/submissions.yaml",
                                """
                                mixed:
                                  sample: {permitted: [AC]}
                                  secret/*-hard: {permitted: [AC, RTE], required: [RTE]}
                                  "{sample,secret/01}": {use_for_time_limit: lower}
                                  "*": {use_for_time_limit: false}
                                "accepted/*": {use_for_time_limit: upper, permitted: [AC, TLE]}
                                accepted: {permitted: [AC, TLE]}
                                """)
                        .accepted();
        ExampleSubmission slow = problem.submissions().getLast();
        assertThat(slow.expected())
                .as("the folder says nothing of the whole")
                .contains("accepted", "time_limit");
        assertThat(slow.claims())
                .containsExactly(
                        claim("sample", List.of(1), List.of("accepted"), null),
                        claim(
                                "secret/*-hard",
                                List.of(4),
                                List.of(
                                        "accepted",
                                        "runtime_error",
                                        "memory_limit",
                                        "output_limit"),
                                List.of("runtime_error", "memory_limit", "output_limit")),
                        claim(
                                "{sample,secret/01}",
                                List.of(1, 2),
                                List.of(
                                        "accepted",
                                        "wrong_answer",
                                        "runtime_error",
                                        "memory_limit",
                                        "output_limit"),
                                null));
        ExampleSubmission accepted = problem.submissions().getFirst();
        assertThat(accepted.expected())
                .as("it is said to be too slow")
                .containsExactly("time_limit");
        assertThat(accepted.claims()).isEmpty();
    }

    private static TestClaim claim(
            String name,
            List<Integer> tests,
            @Nullable List<String> permitted,
            @Nullable List<String> required) {
        return new TestClaim(name, tests, permitted, required, List.of(), null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted: {message: hello} | message for accepted, which is not checked",
                "accepted: {sample: {message: hello}} | message for accepted, sample, which is not checked",
                "accepted/other.py: {permitted: [AC]} | accepted/other.py, but there is no such program",
            })
    void notesWhatSubmissionsYamlAsksInVain(String yaml, String note) {
        assertThat(
                        PackageZip.current()
                                .with("submissions/submissions.yaml", yaml)
                                .accepted()
                                .notes())
                .singleElement()
                .asString()
                .contains("submissions/submissions.yaml", note);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted/*: {score: 10} | belongs to scoring problems",
                "accepted/*: {secret/group1: {permitted: [AC]}} | accepted/*, secret/group1, but there is no such group",
                "accepted/*: {secret: {score: 10}} | belongs to scoring problems",
                "accepted/*: {secret: {language: c}} | unknown key language for accepted/*, secret",
                "accepted/*: {secret: 1} | secret must hold keys and values",
                "accepted/*: {secret/**: {permitted: [AC]}} | secret/**, which is not supported",
                "accepted/*: {group1: {permitted: [AC]}} | unknown key group1",
                "accepted/*: {entrypoint: main} | entrypoint: main for accepted/*",
                "accepted/*: {use_for_time_limit: maybe} | use_for_time_limit: maybe",
                "accepted/*: {secret/01: {permitted: [WA]}} | contradicts itself about accepted/sum.py",
                "accepted/*: {secret/01: {required: [TLE]}} | contradicts itself about accepted/sum.py",
                "accepted/*: {use_for_time_limit: upper} | contradicts itself about accepted/sum.py",
                "accepted/*: {permitted: [OK]} | unknown verdict OK",
                "accepted/**: {permitted: [AC]} | not supported",
                "accepted/[ab].py: {permitted: [AC]} | not supported",
                "accepted/*: {permitted: [WA]} | contradicts itself",
                "accepted/sum.py: {language: cpp} | its ending says python",
            })
    void refusesWhatSubmissionsYamlMayNotAsk(String yaml, String fault) {
        assertThat(PackageZip.current().with("submissions/submissions.yaml", yaml).faults())
                .anySatisfy(f -> assertThat(f).contains("submissions/submissions.yaml", fault));
    }
}
