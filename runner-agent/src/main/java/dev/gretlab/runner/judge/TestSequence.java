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

/** Runs a compiled program on the tests that its grading asks for. */
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
        List<TestResult> results = new ArrayList<>();
        Grader.Trials trials =
                (test, rule) -> {
                    progress.testing(results.size(), tests.cases().size());
                    TestResult result = judge(test, rule, checker);
                    results.add(result);
                    return result;
                };
        Grader.Grade grade = new Grader(tests.grading(), tests.cases(), trials).grade();
        Facts facts = results.stream().map(TestResult::facts).reduce(Facts.NONE, Facts::then);
        return Judgement.ofTests(grade, facts, compilation.output(), results);
    }

    private TestResult judge(TestCase test, GroupRule rule, Checker checker)
            throws JailException, JudgeFailed, ExecCancelled {
        cell.put(Box.DATA, INPUT, files, test.inputHash());
        Output output = new Output(checker, test);
        Exec plain = trial.exec().reading(INPUT);
        Exec exec =
                checker.prepare(plain, Math.toIntExact(Math.min(plain.limits().output(), 1 << 30)));
        Trial.Result result;
        try {
            result = trial.run(exec, output, checker.partner(test));
        } catch (UncheckedIOException e) {
            throw new JudgeFailed(String.valueOf(e.getMessage()), e);
        }
        Ended ended = result.ended();
        Facts facts = Facts.of(ended, result.finding());
        Verdict verdict = result.finding().verdict();
        Checker.Word word =
                verdict == Verdict.ACCEPTED
                        ? checker.judge(test)
                        : new Checker.Word(false, null, null);
        if (verdict == Verdict.ACCEPTED && !word.accepted()) {
            verdict = Verdict.WRONG_ANSWER;
        }
        boolean visible = test.visible();
        return new TestResult(
                test,
                verdict,
                facts,
                visible ? output.stdout.bytes() : NOTHING,
                visible && output.stdout.truncated(ended.stdoutBytes()),
                visible ? output.stderr.bytes() : NOTHING,
                visible ? word.message() : null,
                word.staffMessage(),
                word.score().points(rule, word.accepted(), test.number()));
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
