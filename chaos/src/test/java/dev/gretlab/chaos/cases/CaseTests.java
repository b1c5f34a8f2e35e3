/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("unit")
class CaseTests {

    private static final String CASES =
            """
            [{"id": "alike", "language": "python", "source": "", "expect": {"verdict": ["accepted"]}},
             {"id": "other", "language": "python", "source": "",
              "expect": {"verdict": ["accepted"], "stdout": "1\\n"},
              "expect_in_gvisor": {"verdict": ["runtime_error"], "stdout_starts": "no"}}]
            """;

    @Test
    void inGvisorTheOtherExpectationHoldsWhereThereIsOne(@TempDir Path folder) throws IOException {
        List<Case> cases = Case.read(Files.writeString(folder.resolve("cases.json"), CASES));
        JsonNode accepted = run("accepted", "1\n");
        JsonNode failed = run("runtime_error", "no way");

        Case.Expectation inNamespaces = cases.get(1).expectation("namespaces");
        assertThat(CaseCheck.differences(inNamespaces, accepted, 10L)).isEmpty();
        assertThat(CaseCheck.differences(inNamespaces, failed, 10L)).hasSize(1);
        Case.Expectation inGvisor = cases.get(1).expectation("gvisor");
        assertThat(CaseCheck.differences(inGvisor, accepted, 10L)).hasSize(2);
        assertThat(CaseCheck.differences(inGvisor, failed, 10L)).isEmpty();
        Case.Expectation alike = cases.getFirst().expectation("gvisor");
        assertThat(CaseCheck.differences(alike, accepted, 10L)).isEmpty();
    }

    @Test
    void onABusyMachineNobodySaysHowFarAProgramComes() {
        Case.Expectation expect =
                new Case.Expectation(
                        List.of("time_limit", "output_limit"), null, null, "awake", 1_000);
        JsonNode stopped = run("time_limit", "");
        assertThat(CaseCheck.differences(expect, stopped, 2_000L)).hasSize(2);
        assertThat(CaseCheck.differences(expect, stopped, null)).isEmpty();
        assertThat(CaseCheck.differences(expect, run("output_limit", ""), null)).hasSize(1);
    }

    private static JsonNode run(String verdict, String stdout) {
        return JsonMapper.builder()
                .build()
                .createObjectNode()
                .put("verdict", verdict)
                .put("stdout", stdout);
    }
}
