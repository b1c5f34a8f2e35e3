/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ScheduleTests {

    private static final Path PROBLEMS =
            Path.of(System.getProperty("gretlab.root", "."), "hack/demo/problems");

    private final Tasks python = Tasks.of(LoadArguments.Mix.PYTHON, PROBLEMS);

    ScheduleTests() throws IOException {}

    @Test
    void theSameSeedGivesTheSamePressesAndAnotherSeedOthers() {
        List<Press> once = Schedule.draw(50, 10, 60, 7, python);
        assertThat(Schedule.draw(50, 10, 60, 7, python)).isEqualTo(once);
        assertThat(Schedule.draw(50, 10, 60, 8, python)).isNotEqualTo(once);
    }

    @Test
    void moreStudentsLeaveThePressesOfTheFirstAsTheyAre() {
        List<Press> few = Schedule.draw(10, 10, 60, 7, python);
        List<Press> many = Schedule.draw(30, 10, 60, 7, python);
        assertThat(many.stream().filter(p -> p.student() < 10)).containsExactlyElementsOf(few);
    }

    @Test
    void pressesAreInOrderWithinTheTimeAndAsManyAsTheThinkTimeSays() {
        List<Press> presses = Schedule.draw(1_000, 20, 400, 3, python);
        assertThat(presses).isSortedAccordingTo((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
        assertThat(presses.getFirst().atNanos()).isNotNegative();
        assertThat(presses.getLast().atNanos()).isLessThan(400_000_000_000L);
        // 1,000 students, one press in 20 s each: 20,000, with a standard deviation of 141
        assertThat(presses.size()).isCloseTo(20_000, within(800));
        assertThat(presses.stream().mapToInt(Press::student).distinct().count()).isEqualTo(1_000);
    }

    @Test
    void thinkTimesAreExponential() {
        List<Press> presses = Schedule.draw(2_000, 10, 100, 5, python);
        // of an exponential time, the part that is longer than its mean is 1/e
        long firstAfterMean =
                2_000
                        - presses.stream()
                                .filter(p -> p.atNanos() < 10_000_000_000L)
                                .mapToInt(Press::student)
                                .distinct()
                                .count();
        assertThat(firstAfterMean / 2_000.0).isCloseTo(1 / Math.E, within(0.05));
    }

    @Test
    void aQuarterAreSubmitsOfSixTestsOnAverage() {
        List<Press> presses = Schedule.draw(1_000, 20, 400, 3, python);
        List<Press> submits = presses.stream().filter(p -> p.task().submit()).toList();
        assertThat((double) submits.size() / presses.size()).isCloseTo(0.25, within(0.02));
        double tests =
                submits.stream()
                        .mapToInt(p -> "beads".equals(p.task().problem()) ? 14 : 2)
                        .average()
                        .orElseThrow();
        assertThat(tests).isCloseTo(6, within(0.4));
        assertThat(presses).allMatch(p -> p.task().language().equals("python"));
    }

    @Test
    void theOtherMixHasEveryLanguageAndEveryKindOfVerdict() throws IOException {
        List<Press> presses =
                Schedule.draw(1_000, 20, 400, 3, Tasks.of(LoadArguments.Mix.ALL, PROBLEMS));
        assertThat(presses.stream().map(p -> p.task().language()).distinct())
                .containsExactlyInAnyOrder("python", "c", "cpp", "java", "javascript");
        assertThat(presses.stream().map(p -> p.task().verdict()).distinct())
                .containsExactlyInAnyOrder(
                        "accepted", "wrong_answer", "runtime_error", "time_limit", "compile_error");
    }
}
