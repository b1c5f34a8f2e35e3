/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.ExecLimits;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.JoinedEnd;
import dev.gretlab.runner.jail.JoinedExec;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.PieceSink;
import dev.gretlab.runner.jail.Stop;
import org.jspecify.annotations.Nullable;

/**
 * Lets the problem's own validator talk to the program. Who counts when both have something against
 * it:
 *
 * <ul>
 *   <li>A validator that says wrong, or fails, before the program's end has the word: what the
 *       program does then, it may well do for that reason.
 *   <li>Else what happened to the program counts, if that was bad: the validator saw no more than
 *       the end of what it had to read.
 *   <li>Else the validator has the word. After it has accepted, the program must still end well.
 * </ul>
 */
final class InteractiveChecker implements Checker {

    private static final int KEPT_WORDS = 1 << 16;

    // Nothing of it is kept. A program may ask for all of this by asking often, so it is far above
    // any real exchange: past it the validator has lost its way.
    private static final long VALIDATOR_OUTPUT = 256L << 20;

    private final Cell cell;
    private final CustomChecker validator;
    private @Nullable Exchange last;

    InteractiveChecker(Cell cell, CustomChecker validator) {
        this.cell = cell;
        this.validator = validator;
    }

    @Override
    public Exec prepare(Exec exec, int outputLimit) {
        return exec.reading(null).sending(TestSequence.KEPT_OUTPUT, TestSequence.KEPT_OUTPUT);
    }

    @Override
    public PieceSink begin(TestCase test) {
        return PieceSink.none();
    }

    @Override
    public Trial.Partner partner(TestCase test) {
        Exchange exchange = new Exchange(test);
        last = exchange;
        return exchange;
    }

    @Override
    public Word judge(TestCase test) throws JailException, JudgeFailed {
        Exchange exchange = last;
        if (exchange == null || exchange.end == null) {
            throw new IllegalStateException("nobody has talked yet");
        }
        return validator.word(test, exchange.end.second(), exchange.said);
    }

    /** On one test, the last of its starts. */
    private final class Exchange implements Trial.Partner {

        private final TestCase test;
        private @Nullable JoinedEnd end;
        private KeptBytes said = new KeptBytes(KEPT_WORDS);

        private Exchange(TestCase test) {
            this.test = test;
        }

        @Override
        public Ended talk(Exec exec, PieceSink stdout, PieceSink stderr)
                throws JailException, JudgeFailed, ExecCancelled {
            // what a validator wrote at an earlier start whose program was to blame
            validator.forget();
            said = new KeptBytes(KEPT_WORDS);
            end =
                    cell.exec(
                            new JoinedExec(exec, validatorBeside(exec), CustomChecker.ACCEPTED),
                            stdout,
                            stderr,
                            said);
            Ended program = end.first();
            return program.stop() == Stop.PARTNER ? program.withoutEnd() : program;
        }

        @Override
        public boolean hadTheWord() {
            return end != null && end.secondFirst() && !CustomChecker.accepted(end.second());
        }

        private Exec validatorBeside(Exec program) throws JailException, JudgeFailed {
            Exec exec = validator.exec(test);
            ExecLimits own = exec.limits();
            // It waits while the program thinks. When both wait, it is the program that is stopped.
            return exec.sending(0, KEPT_WORDS)
                    .within(
                            new ExecLimits(
                                    own.cpuMicros(),
                                    own.wallMicros() + program.limits().wallMicros(),
                                    own.memory(),
                                    own.addressSpace(),
                                    own.processes(),
                                    VALIDATOR_OUTPUT,
                                    own.fileSize(),
                                    own.scratch(),
                                    own.stack()));
        }
    }
}
