/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.api.problem.pack.ProblemPackage.CustomValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The problems that come with the product are read without a word. */
@Tag("unit")
class DemoPackagesTests {

    @Test
    void everyDemoProblemIsAccepted() throws IOException {
        Path root = Path.of(System.getProperty("gretlab.root", ".."), "hack", "demo", "problems");
        SiteLimits site =
                new SiteLimits(
                        20_000, 2_048, 65_536, 2_000, 256, 1_024, 64L << 20, 256L << 20, 5_000);
        List<ProblemPackage> problems = new ArrayList<>();
        try (Stream<Path> folders = Files.list(root)) {
            for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
                PackageReading reading =
                        new PackageReader(site).read(PackageZip.folder(folder).zip(), null);
                assertThat(reading)
                        .isInstanceOfSatisfying(
                                PackageReading.Accepted.class, a -> problems.add(a.problem()));
            }
        }
        assertThat(problems).hasSize(10);
        assertThat(problems)
                .extracting(ProblemPackage::format)
                .filteredOn("legacy"::equals)
                .hasSize(2);
        assertThat(problems)
                .extracting(ProblemPackage::validator)
                .hasAtLeastOneElementOfType(CustomValidator.class)
                .filteredOn(v -> v instanceof CustomValidator custom && custom.interactive())
                .hasSize(1);
        assertThat(problems)
                .filteredOn(problem -> !problem.conversations().isEmpty())
                .extracting(ProblemPackage::slug)
                .containsExactly("lamp");
        for (ProblemPackage problem : problems) {
            assertThat(problem.notes()).as(problem.slug()).isEmpty();
            assertThat(problem.limits().cpuMs()).isEqualTo(2000);
            assertThat(problem.tests()).anyMatch(t -> t.visible()).anyMatch(t -> !t.visible());
            assertThat(problem.submissions().stream().map(s -> s.language()).distinct().count())
                    .as(problem.slug())
                    .isGreaterThanOrEqualTo(3);
            String html = problem.statements().getOrDefault("en", "");
            assertThat(html).contains("<h2>Input</h2>", "<h2>Output</h2>");
            var body = Jsoup.parseBodyFragment(html).body();
            body.select("math, code").remove();
            assertThat(body.text()).as(problem.slug()).doesNotContain("$", "\\", "\uE000");
        }
    }
}
