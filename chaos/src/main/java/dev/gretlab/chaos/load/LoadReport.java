/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a run of load came to, as text. */
final class LoadReport {

    private LoadReport() {}

    /**
     * @param presses planned
     * @param seconds length of the schedule, warm-up included
     * @param tookSeconds until the last press had ended
     * @param cores of this program, on average
     */
    static List<String> lines(
            Ledger ledger, long presses, int seconds, double tookSeconds, double cores) {
        List<String> lines = new ArrayList<>();
        List<String> failures = ledger.failures();
        lines.add(
                String.format(
                        Locale.ROOT,
                        "offered %.2f presses/s (%,d in %d s), achieved %.2f/s (%,d in %.1f s), %.1f tests a submit",
                        (double) presses / seconds,
                        presses,
                        seconds,
                        ledger.finished.sum() / tookSeconds,
                        ledger.finished.sum(),
                        tookSeconds,
                        ledger.submits.count() == 0
                                ? 0.0
                                : (double) ledger.tests.sum() / ledger.submits.count()));
        lines.add("");
        lines.add(Times.HEADER);
        lines.add(ledger.runs.line("press Run to result"));
        lines.add(ledger.submits.line("press Submit to result"));
        for (Call call : Call.values()) {
            lines.add(ledger.times(call).line(call.label()));
        }
        lines.add(ledger.allCalls().line("all calls without streams"));
        lines.add(ledger.late.line("sent late by this program"));
        lines.add("");
        lines.add(
                String.format(
                        Locale.ROOT,
                        "status requests: %.1f a second, at most %d in one",
                        ledger.statusRequests.total() / tookSeconds,
                        ledger.statusRequests.highest()));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "refused: %d answers 429, %d answers 503 of a full queue, of %d presses, each tried again after Retry-After",
                        ledger.refused429.sum(),
                        ledger.refused503.sum(),
                        ledger.refusedPresses.sum()));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "refused in an outage: %d answers 503 of %d presses, and %d reads, each tried again",
                        ledger.outageAnswers.sum(),
                        ledger.outagePresses.sum(),
                        ledger.outageReads.sum()));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "replayed writes: %d, repeated reads: %d, broken streams: %d",
                        ledger.replays().size(),
                        ledger.repeatedReads.sum(),
                        ledger.brokenStreams.sum()));
        ledger.replays().forEach(replay -> lines.add("  " + replay));
        lines.add(String.format(Locale.ROOT, "this program used %.2f cores", cores));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "failed presses, wrong or missing verdicts: %d",
                        failures.size()));
        failures.forEach(f -> lines.add("  " + f));
        return lines;
    }
}
