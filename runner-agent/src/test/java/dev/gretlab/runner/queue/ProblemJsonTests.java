/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.judge.ComparisonRules;
import dev.gretlab.runner.judge.Limits;
import dev.gretlab.runner.judge.TestCase;
import dev.gretlab.runner.judge.Validator;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ProblemJsonTests {

    @Test
    void readsBothKindsOfValidator() {
        assertThat(
                        ProblemJson.validator(
                                """
                                {"kind": "default", "caseSensitive": true, "spaceSensitive": false,
                                 "absoluteTolerance": 0.001, "relativeTolerance": null}\
                                """))
                .isEqualTo(
                        new Validator.Default(
                                new ComparisonRules(
                                        true,
                                        false,
                                        OptionalDouble.of(0.001),
                                        OptionalDouble.empty())));
        assertThat(
                        ProblemJson.validator(
                                """
                                {"kind": "custom", "language": "cpp", "cpuMs": 7, "memoryMb": 8,
                                 "files": [{"name": "a.cc", "hash": "00ff"}]}\
                                """))
                .isEqualTo(
                        new Validator.Custom(
                                "cpp", List.of(new Validator.File("a.cc", "00ff")), 7, 8));
    }

    @Test
    void readsTests() {
        assertThat(
                        ProblemJson.tests(
                                """
                                [{"number": 2, "group": "secret", "visible": false,
                                  "inputHash": "aa", "answerHash": "bb", "validatorArgs": ["x"]}]\
                                """))
                .containsExactly(new TestCase(2, "secret", false, "aa", "bb", List.of("x")));
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> ProblemJson.validator("{}")).hasMessageContaining("kind");
        assertThatThrownBy(() -> ProblemJson.validator("{\"kind\": \"magic\"}"))
                .hasMessageContaining("magic");
        assertThatThrownBy(() -> ProblemJson.validator("{\"kind\": \"custom\"}"))
                .hasMessageContaining("files");
        assertThatThrownBy(() -> ProblemJson.validator("{")).hasMessageContaining("no JSON");
    }

    @Test
    void anIdKnowsWhenItWasMade() {
        ClaimedJob job =
                new ClaimedJob(
                        UUID.fromString("019a0000-0000-7000-8000-000000000000"),
                        UUID.randomUUID(),
                        1,
                        UUID.randomUUID(),
                        "run",
                        7,
                        "python",
                        new byte[0],
                        new byte[0],
                        new Limits(1, 1, 1, 1),
                        null,
                        null);
        assertThat(job.enqueuedAt()).isEqualTo(Instant.ofEpochMilli(0x019a00000000L));
    }
}
