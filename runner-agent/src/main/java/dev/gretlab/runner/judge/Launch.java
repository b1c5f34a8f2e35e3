/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecLimits;
import dev.gretlab.runner.language.CompileStep;
import dev.gretlab.runner.language.Language;
import java.util.List;

/** How programs are compiled and started: from a language's data to what the jail is asked. */
public final class Launch {

    private static final long MIB = 1L << 20;
    private static final long SCRATCH = 64 * MIB;

    // as a backstop only: what is mapped and never touched costs nothing
    private static final long ADDRESS_SPACE_FACTOR = 2;

    // Deep recursion wants a large stack, but every thread maps one as large: four of them must fit
    // into the address space beside the rest.
    private static final long STACKS_IN_MEMORY = 4;
    private static final long LEAST_STACK = 64 * MIB;

    private Launch() {}

    /** The limits of a problem as they hold for a language. */
    static Limits effective(Language language, Limits limits) {
        int cpuMs = (int) Math.round(limits.cpuMs() * language.run().cpuMultiplier());
        return new Limits(
                cpuMs,
                Math.max(limits.wallMs(), 3 * cpuMs + 5_000),
                limits.memoryMb(),
                limits.outputKb());
    }

    /**
     * The start of a program on one input.
     *
     * @param limits as they hold for the language
     * @param stopFactor it is stopped at this multiple of its CPU limit
     */
    static Exec run(Language language, Limits limits, double stopFactor) {
        long memory = (limits.memoryMb() + (long) language.run().memoryExtraMb()) * MIB;
        return Exec.program(
                        language.runArguments(limits.memoryMb()),
                        language.runEnvironment(limits.memoryMb()),
                        new ExecLimits(
                                Math.round(limits.cpuMs() * 1000L * stopFactor),
                                limits.wallMs() * 1000L,
                                memory,
                                language.run().addressSpace() ? ADDRESS_SPACE_FACTOR * memory : 0,
                                language.run().processes(),
                                limits.outputKb() * 1024L,
                                SCRATCH,
                                SCRATCH,
                                Math.max(LEAST_STACK, memory / STACKS_IN_MEMORY)))
                .warmAt(language.runWarmAt());
    }

    static Exec compile(Language language, CompileStep step) {
        long memory = step.memoryMb() * MIB;
        return Exec.program(
                        language.compileArguments(step),
                        language.compileEnvironment(step),
                        new ExecLimits(
                                step.cpuMs() * 1000L,
                                step.wallMs() * 1000L,
                                memory,
                                step.addressSpace() ? ADDRESS_SPACE_FACTOR * memory : 0,
                                step.processes(),
                                step.outputKb() * 1024L,
                                step.fileMb() * MIB,
                                SCRATCH,
                                LEAST_STACK))
                .writingBox()
                .warmAt(language.compileWarmAt(step));
    }

    /** The start of a tool of the image: to ask for its version, or to try the jail. */
    public static Exec tool(List<String> arguments) {
        return Exec.program(
                arguments,
                List.of("PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/work"),
                new ExecLimits(
                        5_000_000,
                        20_000_000,
                        512 * MIB,
                        0,
                        128,
                        1 << 16,
                        MIB,
                        16 * MIB,
                        LEAST_STACK));
    }
}
