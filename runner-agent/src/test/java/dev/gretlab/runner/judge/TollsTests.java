/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.queue.ClaimedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The example submissions of the scoring demo problem, in the real jail, by the gradings that the
 * importer makes of its package in either version of the format.
 */
@Tag("jail")
class TollsTests {

    private static final Path ROOT = Path.of(System.getProperty("gretlab.root", ".."));
    private static final Path TOLLS = ROOT.resolve("hack/demo/problems/tolls");
    private static final Map<String, String> LANGUAGES =
            Map.of("py", "python", "c", "c", "js", "javascript");

    private JailBench bench;

    @BeforeEach
    void start() throws JailBroken {
        bench = new JailBench(60_131);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private List<Map<String, Object>> cases() throws IOException {
        List<Map<String, Object>> cases = new ArrayList<>();
        for (String part : List.of("sample", "secret")) {
            try (Stream<Path> all = Files.walk(TOLLS.resolve("data").resolve(part))) {
                for (Path input :
                        all.filter(f -> f.toString().endsWith(".in"))
                                .sorted(Comparator.naturalOrder())
                                .toList()) {
                    Path answer =
                            input.resolveSibling(
                                    input.getFileName().toString().replace(".in", ".ans"));
                    Map<String, Object> test = new HashMap<>();
                    test.put("number", cases.size() + 1);
                    test.put(
                            "group",
                            TOLLS.resolve("data").relativize(input.getParent()).toString());
                    test.put("visible", part.equals("sample"));
                    test.put("inputHash", bench.file(Files.readAllBytes(input)));
                    test.put("answerHash", bench.file(Files.readAllBytes(answer)));
                    test.put("validatorArgs", List.of());
                    cases.add(test);
                }
            }
        }
        return cases;
    }

    private Judgement judge(String version, String example) throws Exception {
        JsonMapper json = new JsonMapper();
        Map<String, Object> tests = new LinkedHashMap<>();
        tests.put(
                "grading",
                json.readTree(
                        Files.readString(
                                ROOT.resolve(
                                        "runner-agent/src/test/resources/tolls-"
                                                + version
                                                + ".json"))));
        tests.put("cases", cases());
        ClaimedJob job =
                new ClaimedJob(
                        UUID.randomUUID(),
                        UUID.randomUUID(),
                        1,
                        UUID.randomUUID(),
                        "submit",
                        7,
                        Objects.requireNonNull(
                                LANGUAGES.get(example.substring(example.lastIndexOf('.') + 1))),
                        Files.readAllBytes(TOLLS.resolve("submissions").resolve(example)),
                        new byte[0],
                        new Limits(2_000, 11_000, 256, 1_024),
                        "{\"kind\": \"default\"}",
                        json.writeValueAsString(tests));
        return bench.judge(job.assignment());
    }

    private static String groups(Judgement judgement) {
        StringBuilder told = new StringBuilder();
        for (GroupResult group : judgement.groups()) {
            if (group.name().startsWith("secret/")) {
                told.append(told.isEmpty() ? "" : " ").append(group.score());
            }
        }
        return told.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accepted/tolls.py                     | ACCEPTED      | ACCEPTED     | 100 | 20 20 60",
                "accepted/tolls.c                      | ACCEPTED      | ACCEPTED     | 100 | 20 20 60",
                "accepted/tolls.js                     | ACCEPTED      | ACCEPTED     | 100 | 20 20 60",
                "time_limit_exceeded/every_station.py  | TIME_LIMIT    | ACCEPTED     | 30  | 20 10 0",
                "wrong_answer/overflow.c               | WRONG_ANSWER  | ACCEPTED     | 35  | 20 15 0",
                "wrong_answer/one_fee_for_all.py       | WRONG_ANSWER  | ACCEPTED     | 20  | 0 20 0",
                "wrong_answer/forgets_the_last.js      | WRONG_ANSWER  | WRONG_ANSWER | 0   | 0 0 0",
                "run_time_error/room_for_a_thousand.py | RUNTIME_ERROR | ACCEPTED     | 25  | 20 5 0",
            })
    void eachExampleGetsThePointsThatItClaims(
            String example, Verdict current, Verdict legacy, String score, String groups)
            throws Exception {
        for (String version : List.of("2025-09", "legacy")) {
            Judgement judgement = judge(version, example);
            assertThat(judgement.verdict())
                    .as(version)
                    .isEqualTo(version.equals("legacy") ? legacy : current);
            assertThat(judgement.score()).as(version).isEqualTo(Points.parse(score));
            assertThat(groups(judgement)).as(version).isEqualTo(groups);
        }
    }
}
