/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.PieceSink;
import dev.gretlab.runner.language.Language;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Starts the student's program on one input, and again where that said too little. */
final class Trial {

    /** How it ended and what that means. */
    record Result(Ended ended, Finding finding) {}

    /** Where the output of one start goes; asked for anew at every start. */
    interface Sinks {

        PieceSink stdout() throws JudgeFailed;

        PieceSink stderr();
    }

    /** Another program that it talks to. */
    interface Partner {

        /** Starts both, and tells how the program ended. */
        Ended talk(Exec exec, PieceSink stdout, PieceSink stderr)
                throws JailException, JudgeFailed, ExecCancelled;

        /** Whether in the last start the partner's word came first, whatever the program did. */
        boolean hadTheWord();
    }

    private static final Finding NOTHING_ELSE_COUNTS = new Finding(Verdict.ACCEPTED, null, false);

    private final Cell cell;
    private final Repeats repeats;
    private final long student;
    private final Language language;
    private final Limits limits;
    private final Remeasuring remeasuring = new Remeasuring();

    Trial(Cell cell, Repeats repeats, long student, Language language, Limits limits) {
        this.cell = cell;
        this.repeats = repeats;
        this.student = student;
        this.language = language;
        this.limits = limits;
    }

    /** The start, still without input and output. */
    Exec exec() {
        return Launch.run(language, limits, VerdictRules.STOP_FACTOR);
    }

    Result run(Exec exec, Sinks sinks) throws JailException, JudgeFailed, ExecCancelled {
        return run(exec, sinks, null);
    }

    Result run(Exec exec, Sinks sinks, @Nullable Partner partner)
            throws JailException, JudgeFailed, ExecCancelled {
        Result result = once(exec, sinks, partner);
        for (int times = 1; remeasuring.wants(result.ended(), result.finding(), times); times++) {
            boolean before = cell.alone(true);
            try (Repeats.Repeat again = repeats.begin(student, time(result))) {
                if (again == null) {
                    return result;
                }
                result = once(exec, sinks, partner);
                again.took(time(result));
            } finally {
                cell.alone(before);
            }
        }
        return result;
    }

    private static Duration time(Result result) {
        return Duration.of(result.ended().wallMicros(), ChronoUnit.MICROS);
    }

    private Result once(Exec exec, Sinks sinks, @Nullable Partner partner)
            throws JailException, JudgeFailed, ExecCancelled {
        PieceSink stdout = sinks.stdout();
        PieceSink stderr = sinks.stderr();
        if (partner == null) {
            Ended ended = cell.exec(exec, stdout, stderr);
            return new Result(ended, finding(exec, ended));
        }
        Ended ended = partner.talk(exec, stdout, stderr);
        return new Result(ended, partner.hadTheWord() ? NOTHING_ELSE_COUNTS : finding(exec, ended));
    }

    private Finding finding(Exec exec, Ended ended) {
        return VerdictRules.judge(
                ended,
                limits.cpuMs() * 1000L,
                exec.limits().memory(),
                (long) limits.memoryMb() << 20,
                language.run().outOfMemoryExitCodes());
    }
}
