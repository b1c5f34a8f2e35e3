/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.setting;

/**
 * What a program may use.
 *
 * @param cpuMs CPU time in milliseconds
 * @param memoryMb in MiB
 * @param outputKb in KiB
 */
public record Limits(int cpuMs, int memoryMb, int outputKb) {

    private static final Limits LOWEST = new Limits(100, 16, 1);

    /** Where neither a problem nor the person says anything. */
    public static Limits standard(Settings settings) {
        return new Limits(
                settings.number("cpu_ms"),
                settings.number("memory_mb"),
                settings.number("output_kb"));
    }

    /** Within what the site allows at most, and not so low that no program could start. */
    public Limits clamped(Settings settings) {
        return new Limits(
                Math.clamp(cpuMs, LOWEST.cpuMs, settings.number("highest_cpu_ms")),
                Math.clamp(memoryMb, LOWEST.memoryMb, settings.number("highest_memory_mb")),
                Math.clamp(outputKb, LOWEST.outputKb, settings.number("highest_output_kb")));
    }

    /** A program that sleeps ends too. */
    public int wallMs() {
        return 3 * cpuMs + 5000;
    }
}
