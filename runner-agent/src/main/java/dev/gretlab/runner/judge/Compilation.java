/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Box;
import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.Stop;
import dev.gretlab.runner.language.CompileStep;
import dev.gretlab.runner.language.Language;
import org.jspecify.annotations.Nullable;

/**
 * What a compiler said.
 *
 * @param output its beginning
 * @param message why there is no program, where the output alone may not say it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Compilation(boolean succeeded, byte[] output, @Nullable String message, Facts facts) {

    private static final int KEPT_OUTPUT = 1 << 16;

    /** Compiles what lies in a box; a language without a compile step always succeeds. */
    static Compilation of(Cell cell, Box box, Language language)
            throws JailException, ExecCancelled {
        CompileStep step = language.compile();
        if (step == null) {
            return new Compilation(true, new byte[0], null, Facts.NONE);
        }
        KeptBytes output = new KeptBytes(KEPT_OUTPUT);
        Ended ended =
                cell.exec(
                        Launch.compile(language, step).in(box).sending(KEPT_OUTPUT, KEPT_OUTPUT),
                        output,
                        output);
        Facts facts =
                Facts.of(
                        ended,
                        new Finding(
                                Verdict.COMPILE_ERROR,
                                ended.stop() == Stop.NONE ? null : ended.stop(),
                                false));
        return new Compilation(
                ended.succeeded(),
                output.bytes(),
                ended.succeeded() ? null : message(ended, step),
                facts);
    }

    private static @Nullable String message(Ended ended, CompileStep step) {
        return switch (ended.stop()) {
            case CPU, WALL ->
                    "Compiling took longer than the "
                            + (ended.stop() == Stop.CPU ? step.cpuMs() : step.wallMs()) / 1000
                            + " seconds that it may take.";
            case MEMORY ->
                    "Compiling needed more than the "
                            + step.memoryMb()
                            + " MiB of memory that it may use.";
            case OUTPUT -> "The compiler printed more than its output limit.";
            case PROCESSES -> "Compiling started too many processes.";
            case NONE ->
                    ended.signal() == null
                            ? null
                            : "The compiler was ended by signal " + ended.signal() + ".";
            case KILLED, PARTNER -> null;
        };
    }
}
