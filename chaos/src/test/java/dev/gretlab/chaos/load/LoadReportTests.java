/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LoadReportTests {

    @Test
    void percentilesAreThoseOfTheRecordedTimes() {
        Times times = new Times();
        for (int millis = 1; millis <= 1_000; millis++) {
            times.record(millis * 1_000_000L);
        }
        assertThat(times.millis(50)).isCloseTo(500, within(1.0));
        assertThat(times.millis(95)).isCloseTo(950, within(1.0));
        assertThat(times.millis(99)).isCloseTo(990, within(1.0));
        assertThat(times.millis(100)).isCloseTo(1_000, within(1.0));
        assertThat(times.line("x").split(" +"))
                .containsExactly("x", "1,000", "500.2", "950.3", "990.2", "1,000.4");
    }

    @Test
    void oneSlowPressIsSeenInTheHighestPercentilesAlone() {
        Times times = new Times();
        for (int i = 0; i < 200; i++) {
            times.record(10_000_000);
        }
        times.record(30_000_000_000L);
        assertThat(times.millis(99)).isCloseTo(10, within(0.1));
        assertThat(times.millis(100)).isCloseTo(30_000, within(30.0));
    }

    @Test
    void nothingRecordedShowsDashes() {
        assertThat(new Times().line("nothing").split(" +"))
                .containsExactly("nothing", "0", "-", "-", "-", "-");
    }

    @Test
    void statusRequestsAreCountedByTheSecond() {
        PerSecond counts = new PerSecond(10);
        counts.count(100_000_000);
        counts.count(900_000_000);
        counts.count(1_000_000_000);
        counts.count(99_000_000_000L);
        assertThat(counts.total()).isEqualTo(4);
        assertThat(counts.highest()).isEqualTo(2);
    }

    @Test
    void theReportSaysRatesRefusalsAndEveryFailure() {
        Ledger ledger = new Ledger(10);
        ledger.finished.add(30);
        ledger.refused429.add(2);
        ledger.refused503.add(5);
        ledger.refusedPresses.add(6);
        ledger.outageAnswers.add(9);
        ledger.outagePresses.add(4);
        ledger.outageReads.add(3);
        Task task = new Task("sum", "python", "", "", null, null, "accepted", "3\n");
        ledger.replayed(new Press(700_000_000L, 2, task), "the gateway answered 502");
        ledger.failed(
                new Press(1_500_000_000L, 4, task), "verdict wrong_answer instead of accepted");
        for (int i = 0; i < 60; i++) {
            ledger.failed(new Press(i, i, task), "gave up: no verdict");
        }
        List<String> lines = LoadReport.lines(ledger, 31, 10, 12.0, 0.25);
        assertThat(lines.getFirst())
                .startsWith("offered 3.10 presses/s (31 in 10 s), achieved 2.50/s (30 in 12.0 s)");
        assertThat(lines)
                .contains(
                        "refused: 2 answers 429, 5 answers 503 of a full queue, of 6 presses, each tried again after Retry-After",
                        "refused in an outage: 9 answers 503 of 4 presses, and 3 reads, each tried again",
                        "replayed writes: 1, repeated reads: 0, broken streams: 0",
                        "  at 0.7 s, student 3, Run python sum: the gateway answered 502",
                        "this program used 0.25 cores",
                        "failed presses, wrong or missing verdicts: 61",
                        "  at 0.0 s, student 60, Run python sum: gave up: no verdict",
                        "  at 1.5 s, student 5, Run python sum: verdict wrong_answer instead of accepted");
    }
}
