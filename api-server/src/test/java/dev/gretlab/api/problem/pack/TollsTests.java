/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.api.problem.pack.ProblemPackage.ExampleSubmission;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * The scoring demo problem in both versions of the format. The gradings that come out are those
 * that a runner's own test judges the example submissions by.
 */
@Tag("unit")
class TollsTests {

    private static final Path ROOT = Path.of(System.getProperty("gretlab.root", ".."));
    private static final Path TOLLS = ROOT.resolve("hack/demo/problems/tolls");
    private static final SiteLimits SITE =
            new SiteLimits(20_000, 2_048, 65_536, 2_000, 256, 1_024, 64L << 20, 256L << 20, 5_000);

    /** Where the examples lie in a legacy package, which knows partially accepted ones. */
    private static final Map<String, String> LEGACY_EXAMPLES =
            Map.of(
                    "time_limit_exceeded/every_station.py", "partially_accepted/every_station.py",
                    "wrong_answer/overflow.c", "partially_accepted/overflow.c",
                    "wrong_answer/one_fee_for_all.py", "partially_accepted/one_fee_for_all.py",
                    "run_time_error/room_for_a_thousand.py",
                            "partially_accepted/room_for_a_thousand.py");

    private static PackageZip legacy() throws IOException {
        PackageZip zip =
                new PackageZip()
                        .in("tolls/")
                        .with(
                                "problem.yaml",
                                """
                                name: The toll road
                                type: scoring
                                grading: {show_test_data_groups: true}
                                """)
                        .with("domjudge-problem.ini", "timelimit = 2\n")
                        .with(
                                "data/testdata.yaml",
                                "on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n")
                        .with(
                                "data/secret/testdata.yaml",
                                """
                                on_reject: continue
                                grader_flags: accept_if_any_accepted first_error
                                """)
                        .with(
                                "data/secret/1-short/testdata.yaml",
                                "accept_score: 20\ngrader_flags: min\n")
                        .with(
                                "data/secret/2-same/testdata.yaml",
                                """
                                accept_score: 5
                                on_reject: continue
                                grader_flags: accept_if_any_accepted
                                """)
                        .with(
                                "data/secret/3-long/testdata.yaml",
                                "accept_score: 60\ngrader_flags: min\n");
        try (Stream<Path> all = Files.walk(TOLLS)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                String path = TOLLS.relativize(file).toString();
                if (path.startsWith("statement/")) {
                    path = "problem_" + path;
                } else if (path.startsWith("submissions/")) {
                    String example = path.substring("submissions/".length());
                    path = "submissions/" + LEGACY_EXAMPLES.getOrDefault(example, example);
                }
                if (!path.endsWith(".yaml")) {
                    zip.with(path, Files.readAllBytes(file));
                }
            }
        }
        return zip;
    }

    private static ProblemPackage read(PackageZip zip) {
        return switch (new PackageReader(SITE).read(zip.zip(), null)) {
            case PackageReading.Accepted accepted -> accepted.problem();
            case PackageReading.Refused refused ->
                    throw new AssertionError("refused: " + refused.faults());
        };
    }

    private static Map<String, String> claims(ProblemPackage problem) {
        Map<String, String> claims = new TreeMap<>();
        for (ExampleSubmission example : problem.submissions()) {
            ProblemPackage.ScoreClaim score = Objects.requireNonNullElse(example.score(), ANY);
            claims.put(
                    example.path(),
                    example.expected() + " " + score.lowest() + " " + score.highest());
        }
        return claims;
    }

    private static final ProblemPackage.ScoreClaim ANY = new ProblemPackage.ScoreClaim(null, null);

    private static void gradedAs(ProblemPackage problem, String version) throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        Path file = ROOT.resolve("runner-agent/src/test/resources/tolls-" + version + ".json");
        String grading =
                json.writeValueAsString(GradingJson.of(Objects.requireNonNull(problem.grading())));
        assertThat(json.readTree(grading)).isEqualTo(json.readTree(Files.readString(file)));
    }

    @Test
    void theNewerVersionSaysThePointsOfEachExample() throws IOException {
        ProblemPackage problem = read(PackageZip.folder(TOLLS));
        gradedAs(problem, "2025-09");
        assertThat(problem.notes()).isEmpty();
        assertThat(claims(problem))
                .hasSize(10)
                .containsEntry("accepted/tolls.py", "[accepted] 100 100")
                .containsEntry("time_limit_exceeded/every_station.py", "[time_limit] 30 30")
                .containsEntry("wrong_answer/overflow.c", "[wrong_answer] 35 35")
                .containsEntry("wrong_answer/forgets_the_last.js", "[wrong_answer] 0 0")
                .containsEntry(
                        "run_time_error/room_for_a_thousand.py",
                        "[runtime_error, memory_limit, output_limit] 25 25");
    }

    @Test
    void theLegacyVersionKnowsPartiallyAcceptedOnes() throws IOException {
        ProblemPackage problem = read(legacy());
        gradedAs(problem, "legacy");
        assertThat(problem.notes()).isEmpty();
        assertThat(Objects.requireNonNull(problem.grading()).fullScore())
                .isEqualByComparingTo(new BigDecimal(100));
        assertThat(claims(problem))
                .hasSize(10)
                .containsEntry("accepted/Tolls.java", "[accepted] 100 100")
                .containsEntry("partially_accepted/every_station.py", "[accepted] null 99.999999")
                .containsEntry("wrong_answer/forgets_the_last.js", "[wrong_answer] null null");
    }
}
