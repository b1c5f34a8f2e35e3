/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Stop;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class VerdictRulesTests {

    private static final long LIMIT_MICROS = 1_000_000;
    private static final long MIB = 1L << 20;

    private static Ended ended(
            @Nullable Integer exitCode,
            @Nullable Integer signal,
            Stop stop,
            long cpuMs,
            long memoryMb,
            boolean denied,
            long inflation) {
        return new Ended(
                exitCode,
                signal,
                stop,
                cpuMs * 1000,
                cpuMs * 1000,
                memoryMb * MIB,
                0,
                0,
                denied,
                inflation,
                false,
                false);
    }

    private static Finding judge(Ended ended) {
        // 100 MiB of the problem and 28 for the run time
        return VerdictRules.judge(ended, LIMIT_MICROS, 128 * MIB, 100 * MIB, Set.of(3, 134));
    }

    @ParameterizedTest(name = "exit {0}, signal {1}, stop {2}, {3} ms, {4} MiB, denied {5}: {6}")
    @CsvSource({
        // exit, signal, stop, cpu ms, MiB, denied, verdict, stopped by, repeat
        "0,, NONE, 1, 1, false, ACCEPTED,, false",
        "0,, NONE, 1000, 128, false, ACCEPTED,, false",
        "0,, NONE, 1, 128, true, ACCEPTED,, false",
        "1,, NONE, 1, 1, false, RUNTIME_ERROR,, false",
        ", 11, NONE, 1, 1, false, RUNTIME_ERROR,, false",
        ", 11, NONE, 1, 116, false, MEMORY_LIMIT, MEMORY, false",
        ", 11, NONE, 1, 115, false, RUNTIME_ERROR,, false",
        "1,, NONE, 1, 5, true, MEMORY_LIMIT, MEMORY, false",
        "3,, NONE, 1, 90, false, MEMORY_LIMIT, MEMORY, false",
        "3,, NONE, 1, 89, false, RUNTIME_ERROR,, false",
        ", 6, NONE, 1, 95, false, MEMORY_LIMIT, MEMORY, false",
        "4,, NONE, 1, 95, false, RUNTIME_ERROR,, false",
        "0,, NONE, 1001, 1, false, TIME_LIMIT, CPU, true",
        "1,, NONE, 1001, 1, false, TIME_LIMIT, CPU, true",
        "1,, NONE, 1001, 120, false, MEMORY_LIMIT, MEMORY, false",
        ", 9, CPU, 1250, 1, false, TIME_LIMIT, CPU, false",
        ", 9, WALL, 10, 1, false, TIME_LIMIT, WALL, false",
        ", 9, MEMORY, 2000, 129, false, MEMORY_LIMIT, MEMORY, false",
        ", 9, OUTPUT, 10, 1, false, OUTPUT_LIMIT, OUTPUT, false",
        ", 9, PROCESSES, 10, 1, false, RUNTIME_ERROR, PROCESSES, false",
        ", 24, NONE, 900, 1, false, TIME_LIMIT, CPU, true",
        ", 25, NONE, 10, 1, false, OUTPUT_LIMIT, OUTPUT, false"
    })
    void factsBecomeAVerdict(
            @Nullable Integer exitCode,
            @Nullable Integer signal,
            Stop stop,
            long cpuMs,
            long memoryMb,
            boolean denied,
            Verdict verdict,
            @Nullable Stop stoppedBy,
            boolean repeat) {
        assertThat(judge(ended(exitCode, signal, stop, cpuMs, memoryMb, denied, 1000)))
                .isEqualTo(new Finding(verdict, stoppedBy, repeat));
    }

    @Test
    void anInflatedTimeIsTakenAgain() {
        assertThat(judge(ended(null, 9, Stop.CPU, 1250, 1, false, 1300)).worthRepeating()).isTrue();
        assertThat(judge(ended(null, 9, Stop.CPU, 1250, 1, false, 1200)).worthRepeating())
                .isFalse();
        assertThat(judge(ended(null, 9, Stop.CPU, 1250, 1, false, 0)).worthRepeating()).isFalse();
        assertThat(judge(ended(null, 9, Stop.WALL, 10, 1, false, 2000)).worthRepeating()).isFalse();
    }

    @Test
    void whatOthersEndedHasNoVerdict() {
        for (Stop stop : new Stop[] {Stop.KILLED, Stop.PARTNER}) {
            assertThatThrownBy(() -> judge(ended(null, 9, stop, 1, 1, false, 0)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
