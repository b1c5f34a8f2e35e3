/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** All that is counted and timed. Safe for many threads. */
final class Ledger {

    final Times runs = new Times();
    final Times submits = new Times();

    /** How late the generator itself sent a press: when this grows, the figures are its own. */
    final Times late = new Times();

    final LongAdder finished = new LongAdder();
    final LongAdder refused429 = new LongAdder();

    /** Because the queue was full. */
    final LongAdder refused503 = new LongAdder();

    final LongAdder refusedPresses = new LongAdder();

    /**
     * Refusals because a part was away, where that is allowed: answers, and presses that met one.
     */
    final LongAdder outageAnswers = new LongAdder();

    final LongAdder outagePresses = new LongAdder();
    final LongAdder outageReads = new LongAdder();
    final LongAdder repeatedReads = new LongAdder();
    final LongAdder brokenStreams = new LongAdder();
    final LongAdder tests = new LongAdder();
    final PerSecond statusRequests;

    private final Map<Call, Times> calls = new EnumMap<>(Call.class);
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> replays = new ConcurrentLinkedQueue<>();

    /**
     * @param seconds how long the longest press may end after the beginning
     */
    Ledger(int seconds) {
        statusRequests = new PerSecond(seconds);
        for (Call call : Call.values()) {
            calls.put(call, new Times());
        }
    }

    Times times(Call call) {
        Times times = calls.get(call);
        if (times == null) {
            throw new IllegalStateException(call.toString());
        }
        return times;
    }

    /** Answers of the API, without the streams. */
    Times allCalls() {
        Times all = new Times();
        for (Call call : Call.values()) {
            if (call != Call.FIRST_EVENT) {
                all.add(times(call));
            }
        }
        return all;
    }

    void failed(Press press, String why) {
        failures.add(line(press, why));
    }

    /** A write whose connection broke was sent again with its key. */
    void replayed(Press press, String why) {
        replays.add(line(press, why));
    }

    private static String line(Press press, String why) {
        return String.format(
                Locale.ROOT,
                "at %.1f s, student %d, %s %s %s: %s",
                press.atNanos() / 1e9,
                press.student() + 1,
                press.task().submit() ? "Submit" : "Run",
                press.task().language(),
                press.task().name(),
                why);
    }

    List<String> replays() {
        return List.copyOf(replays);
    }

    List<String> failures() {
        return List.copyOf(failures);
    }
}
