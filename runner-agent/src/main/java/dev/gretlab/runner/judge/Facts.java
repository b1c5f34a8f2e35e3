/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Stop;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a program.
 *
 * @param exitCode null when it did not exit
 * @param signal null when no signal ended it
 * @param stoppedBy the limit that ended it or that it had passed; null for none
 */
public record Facts(
        int cpuMs,
        int wallMs,
        long memoryKb,
        @Nullable Integer exitCode,
        @Nullable Integer signal,
        @Nullable Stop stoppedBy) {

    static final Facts NONE = new Facts(0, 0, 0, null, null, null);

    static Facts of(Ended ended, Finding finding) {
        return new Facts(
                Math.toIntExact(ended.cpuMicros() / 1000),
                Math.toIntExact(ended.wallMicros() / 1000),
                ended.peakMemory() / 1024,
                ended.exitCode(),
                ended.signal(),
                finding.stoppedBy());
    }

    /** The highest figures of both; how it ended is the later one's. */
    Facts then(Facts later) {
        return new Facts(
                Math.max(cpuMs, later.cpuMs),
                Math.max(wallMs, later.wallMs),
                Math.max(memoryKb, later.memoryKb),
                later.exitCode,
                later.signal,
                later.stoppedBy);
    }

    /** The limit in the words of the database; null for none. */
    public @Nullable String limit() {
        return stoppedBy == null ? null : stoppedBy.word();
    }

    /** These figures, and the end of another start. */
    Facts ending(Facts end) {
        return new Facts(cpuMs, wallMs, memoryKb, end.exitCode, end.signal, end.stoppedBy);
    }

    /** These figures, and of the end of another start only the limit. */
    Facts withoutEnd(Facts end) {
        return new Facts(cpuMs, wallMs, memoryKb, null, null, end.stoppedBy);
    }
}
