/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Stop;
import java.util.Set;

/** From facts to a verdict: memory before time before runtime error. */
final class VerdictRules {

    /** A program runs on to this multiple of its CPU limit, so that a near miss can be told. */
    static final double STOP_FACTOR = 1.25;

    private static final int SIGXCPU = 24;
    private static final int SIGXFSZ = 25;
    private static final double NEAR_MEMORY_LIMIT = 0.9;
    private static final int SIGNAL_AS_EXIT_CODE = 128;

    private VerdictRules() {}

    /**
     * Judges one end.
     *
     * @param cpuLimitMicros the problem's limit, not where the program is stopped
     * @param memoryLimit bytes, where the jail stops it
     * @param problemMemory bytes, the limit without what the run time needs on top: a run time that
     *     gives up does so here
     * @param outOfMemoryExitCodes with which the language's run time gives up for lack of memory
     */
    static Finding judge(
            Ended ended,
            long cpuLimitMicros,
            long memoryLimit,
            long problemMemory,
            Set<Integer> outOfMemoryExitCodes) {
        Finding stopped = stopped(ended, cpuLimitMicros);
        if (stopped != null) {
            return stopped;
        }
        boolean crashed = !ended.succeeded();
        if (crashed && outOfMemory(ended, memoryLimit, problemMemory, outOfMemoryExitCodes)) {
            return new Finding(Verdict.MEMORY_LIMIT, Stop.MEMORY, false);
        }
        if (ended.cpuMicros() > cpuLimitMicros || hasSignal(ended, SIGXCPU)) {
            return new Finding(Verdict.TIME_LIMIT, Stop.CPU, true);
        }
        if (hasSignal(ended, SIGXFSZ)) {
            return new Finding(Verdict.OUTPUT_LIMIT, Stop.OUTPUT, false);
        }
        return new Finding(crashed ? Verdict.RUNTIME_ERROR : Verdict.ACCEPTED, null, false);
    }

    private static @org.jspecify.annotations.Nullable Finding stopped(
            Ended ended, long cpuLimitMicros) {
        return switch (ended.stop()) {
            case NONE -> null;
            case MEMORY -> new Finding(Verdict.MEMORY_LIMIT, Stop.MEMORY, false);
            case CPU ->
                    new Finding(Verdict.TIME_LIMIT, Stop.CPU, maybeInflated(ended, cpuLimitMicros));
            case WALL -> new Finding(Verdict.TIME_LIMIT, Stop.WALL, false);
            case OUTPUT -> new Finding(Verdict.OUTPUT_LIMIT, Stop.OUTPUT, false);
            case PROCESSES -> new Finding(Verdict.RUNTIME_ERROR, Stop.PROCESSES, false);
            case KILLED, PARTNER ->
                    throw new IllegalArgumentException(
                            "what was ended for reasons of others has no verdict");
        };
    }

    /** Whether its CPU time may have been within the limit on a quiet machine. */
    private static boolean maybeInflated(Ended ended, long cpuLimitMicros) {
        return ended.inflation() > 1000
                && ended.cpuMicros() * 1000 / ended.inflation() <= cpuLimitMicros;
    }

    private static boolean outOfMemory(
            Ended ended, long memoryLimit, long problemMemory, Set<Integer> exitCodes) {
        return ended.memoryDenied()
                || ended.peakMemory() >= NEAR_MEMORY_LIMIT * memoryLimit
                || (exitCodes.contains(exitCode(ended))
                        && ended.peakMemory() >= NEAR_MEMORY_LIMIT * problemMemory);
    }

    private static int exitCode(Ended ended) {
        if (ended.signal() != null) {
            return SIGNAL_AS_EXIT_CODE + ended.signal();
        }
        return ended.exitCode() == null ? 0 : ended.exitCode();
    }

    private static boolean hasSignal(Ended ended, int signal) {
        return ended.signal() != null && ended.signal() == signal;
    }
}
