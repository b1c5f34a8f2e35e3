/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import org.jspecify.annotations.Nullable;

/**
 * How a program ended: facts, not a verdict.
 *
 * @param exitCode null when a signal ended it
 * @param signal null when it exited
 * @param stop what the jail stopped it for
 * @param peakMemory bytes
 * @param stdoutBytes that it wrote, whether kept or not
 * @param memoryDenied the kernel refused it memory near its limit
 * @param inflation thousandths by which CPU time read too high beside it; 0 when not measured
 * @param crowded others had so many processes that it may have been refused one that its own limit
 *     allows
 * @param warm whether its interpreter had been started before
 */
public record Ended(
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        Stop stop,
        long cpuMicros,
        long wallMicros,
        long peakMemory,
        long stdoutBytes,
        long stderrBytes,
        boolean memoryDenied,
        long inflation,
        boolean crowded,
        boolean warm) {

    static Ended of(Frame frame) throws JailBroken {
        return new Ended(
                frame.optionalNumber('x'),
                frame.optionalNumber('g'),
                Stop.of(frame.text('q')),
                frame.number('c'),
                frame.number('w'),
                frame.number('m'),
                frame.number('o'),
                frame.number('r'),
                frame.number('d') != 0,
                frame.number('l'),
                frame.number('u') != 0,
                frame.number('h') != 0);
    }

    /** Whether it came to its own end with success. */
    public boolean succeeded() {
        return stop == Stop.NONE && exitCode != null && exitCode == 0;
    }

    /** The same without how it ended, which was not its own doing. */
    public Ended withoutEnd() {
        return new Ended(
                null,
                null,
                stop,
                cpuMicros,
                wallMicros,
                peakMemory,
                stdoutBytes,
                stderrBytes,
                memoryDenied,
                inflation,
                crowded,
                warm);
    }
}
