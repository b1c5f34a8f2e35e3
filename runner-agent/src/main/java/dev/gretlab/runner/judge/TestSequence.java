/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Box;
import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.PieceSink;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a compiled program on test after test and stops at the first that fails. */
final class TestSequence {

    /** Of what a visible test prints, so much is shown. */
    static final int KEPT_OUTPUT = 1 << 16;

    static final String INPUT = "input";
    private static final byte[] NOTHING = {};

    private final Cell cell;
    private final Trial trial;
    private final TestFiles files;
    private final Progress progress;

    TestSequence(Cell cell, Trial trial, TestFiles files, Progress progress) {
        this.cell = cell;
        this.trial = trial;
        this.files = files;
        this.progress = progress;
    }

    Judgement judge(Work.Tests tests, Checker checker, Compilation compilation)
            throws JailException, JudgeFailed, ExecCancelled {
        if (tests.cases().isEmpty()) {
            throw new JudgeFailed("the problem has no tests");
        }
        Facts facts = Facts.NONE;
        List<TestResult> results = new ArrayList<>();
        for (TestCase test : tests.cases()) {
            progress.testing(results.size(), tests.cases().size());
            TestResult result = judge(test, checker);
            results.add(result);
            facts = facts.then(result.facts());
            if (result.verdict() != Verdict.ACCEPTED) {
                break;
            }
        }
        return Judgement.ofTests(results.getLast().verdict(), facts, compilation.output(), results);
    }

    private TestResult judge(TestCase test, Checker checker)
            throws JailException, JudgeFailed, ExecCancelled {
        cell.put(Box.DATA, INPUT, files, test.inputHash());
        Output output = new Output(checker, test);
        Exec plain = trial.exec().reading(INPUT);
        Exec exec =
                checker.prepare(plain, Math.toIntExact(Math.min(plain.limits().output(), 1 << 30)));
        Trial.Result result;
        try {
            result = trial.run(exec, output);
        } catch (UncheckedIOException e) {
            throw new JudgeFailed(String.valueOf(e.getMessage()), e);
        }
        Ended ended = result.ended();
        Facts facts = Facts.of(ended, result.finding());
        if (result.finding().verdict() != Verdict.ACCEPTED) {
            return result(test, result.finding().verdict(), facts, output, ended, null, null);
        }
        Checker.Word word = checker.judge(test);
        return result(
                test,
                word.accepted() ? Verdict.ACCEPTED : Verdict.WRONG_ANSWER,
                facts,
                output,
                ended,
                word.message(),
                word.staffMessage());
    }

    private static TestResult result(
            TestCase test,
            Verdict verdict,
            Facts facts,
            Output output,
            Ended ended,
            @org.jspecify.annotations.Nullable String message,
            @org.jspecify.annotations.Nullable String staffMessage) {
        boolean visible = test.visible();
        return new TestResult(
                test,
                verdict,
                facts,
                visible ? output.stdout.bytes() : NOTHING,
                visible && output.stdout.truncated(ended.stdoutBytes()),
                visible ? output.stderr.bytes() : NOTHING,
                visible ? message : null,
                staffMessage);
    }

    /** What the program prints: its beginning is kept, all of it goes to the checker. */
    private static final class Output implements Trial.Sinks {

        private final Checker checker;
        private final TestCase test;
        private KeptBytes stdout = new KeptBytes(KEPT_OUTPUT);
        private KeptBytes stderr = new KeptBytes(KEPT_OUTPUT);

        Output(Checker checker, TestCase test) {
            this.checker = checker;
            this.test = test;
        }

        @Override
        public PieceSink stdout() throws JudgeFailed {
            PieceSink compared = checker.begin(test);
            KeptBytes kept = new KeptBytes(KEPT_OUTPUT);
            stdout = kept;
            return piece -> {
                kept.accept(piece);
                compared.accept(piece);
            };
        }

        @Override
        public PieceSink stderr() {
            stderr = new KeptBytes(KEPT_OUTPUT);
            return stderr;
        }
    }
}
