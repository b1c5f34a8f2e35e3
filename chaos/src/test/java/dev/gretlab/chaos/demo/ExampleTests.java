/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ExampleTests {

    private static final Path PROBLEMS =
            Path.of(System.getProperty("gretlab.root", "."), "hack/demo/problems");

    private static Example example(List<Example> all, String path) {
        return all.stream()
                .filter(each -> each.file().endsWith(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + path));
    }

    @Test
    void theDemoProblemsClaimVerdictsAndPoints() throws IOException {
        List<Example> all = Example.below(PROBLEMS);

        Example nearly = example(all, "tolls/submissions/time_limit_exceeded/every_station.py");
        assertThat(nearly.score()).isEqualByComparingTo("30");
        assertThat(nearly.fault("time_limit", new BigDecimal("30.0"))).isNull();
        assertThat(nearly.fault("time_limit", new BigDecimal("20"))).contains("30");
        assertThat(nearly.fault("accepted", new BigDecimal("30"))).contains("accepted");
        assertThat(all)
                .filteredOn(each -> each.problem().equals("tolls"))
                .hasSizeGreaterThan(5)
                .allSatisfy(each -> assertThat(each.score()).isNotNull());
        assertThat(all)
                .filteredOn(each -> each.problem().equals("printer"))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.score()).isNull());
    }
}
