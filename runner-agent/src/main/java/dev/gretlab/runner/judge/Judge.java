/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Box;
import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.PieceSink;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.Languages;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Judges one program in one slot's jail: compiles it, runs it, compares. */
public final class Judge {

    /** The most that is kept of what a run prints, of each stream. */
    public static final int KEPT_OUTPUT = 1 << 20;

    /** MiB that the program, what compiling makes of it and its validator may take. */
    public static final int WORKSPACE_MB = 64;

    private static final String STDIN = "stdin";

    private final Languages languages;
    private final Repeats repeats;
    private final Cores cores;

    public Judge(Languages languages, Repeats repeats, Cores cores) {
        this.languages = languages;
        this.repeats = repeats;
        this.cores = cores;
    }

    /**
     * Comes to a verdict.
     *
     * @param cancelled asked before every start of a program
     * @throws JailException the jail failed; its server should be started anew
     * @throws JudgeFailed the problem's validator or its files failed
     * @throws ExecCancelled on our own order
     */
    public Judgement judge(
            Assignment assignment,
            JailClient jail,
            TestFiles files,
            Progress progress,
            BooleanSupplier cancelled)
            throws JailException, JudgeFailed, ExecCancelled {
        Cell cell = new Cell(jail, cores, cancelled);
        try {
            return judge(assignment, cell, files, progress);
        } catch (Disturbed e) {
            cell.alone(true);
            return judge(assignment, cell, files, progress);
        }
    }

    private Judgement judge(Assignment assignment, Cell cell, TestFiles files, Progress progress)
            throws JailException, JudgeFailed, ExecCancelled {
        Language language = language(assignment.language());
        cell.open(workspace(assignment, files));
        cell.put(Box.PROGRAM, language.sourceFile(), assignment.source());
        Compilation compilation = Compilation.of(cell, Box.PROGRAM, language);
        if (!compilation.succeeded()) {
            return Judgement.compileError(
                    compilation.facts(),
                    compilation.output(),
                    compilation.message(),
                    assignment.work());
        }
        return switch (assignment.work()) {
            case Work.FreeRun(byte[] stdin) -> {
                progress.testing(0, 1);
                Trial trial =
                        new Trial(
                                cell,
                                repeats,
                                assignment.student(),
                                language,
                                Launch.effective(language, assignment.limits()));
                yield freeRun(cell, trial, stdin, compilation);
            }
            case Work.Tests tests ->
                    new TestSequence(
                                    cell,
                                    new Trial(
                                            cell,
                                            repeats,
                                            assignment.student(),
                                            language,
                                            Launch.effective(language, assignment.limits())),
                                    files,
                                    progress)
                            .judge(tests, checker(cell, tests, files), compilation);
        };
    }

    private Checker checker(Cell cell, Work.Tests tests, TestFiles files)
            throws JailException, JudgeFailed, ExecCancelled {
        return switch (tests.validator()) {
            case Validator.Default(ComparisonRules rules) -> new DefaultChecker(rules, files);
            case Validator.Custom custom -> {
                CustomChecker checker =
                        CustomChecker.compiled(
                                cell,
                                language(custom.language()),
                                custom,
                                files,
                                tests.grading() instanceof Grading.Groups);
                yield custom.interactive() ? new InteractiveChecker(cell, checker) : checker;
            }
        };
    }

    private static Judgement freeRun(Cell cell, Trial trial, byte[] stdin, Compilation compilation)
            throws JailException, JudgeFailed, ExecCancelled {
        cell.put(Box.DATA, STDIN, stdin);
        Exec exec = trial.exec().reading(STDIN).sending(KEPT_OUTPUT, KEPT_OUTPUT);
        RunOutput output = new RunOutput();
        Trial.Result result = trial.run(exec, output);
        Ended ended = result.ended();
        return new Judgement(
                result.finding().verdict(),
                Facts.of(ended, result.finding()),
                output.stdout.bytes(),
                output.stdout.truncated(ended.stdoutBytes()),
                output.stderr.bytes(),
                output.stderr.truncated(ended.stderrBytes()),
                compilation.output(),
                null,
                null,
                null,
                null,
                List.of());
    }

    /** Keeps what the last start printed. */
    private static final class RunOutput implements Trial.Sinks {

        private KeptBytes stdout = new KeptBytes(KEPT_OUTPUT);
        private KeptBytes stderr = new KeptBytes(KEPT_OUTPUT);

        @Override
        public PieceSink stdout() {
            stdout = new KeptBytes(KEPT_OUTPUT);
            return stdout;
        }

        @Override
        public PieceSink stderr() {
            stderr = new KeptBytes(KEPT_OUTPUT);
            return stderr;
        }
    }

    private static long workspace(Assignment assignment, TestFiles files) throws JudgeFailed {
        long largest = 0;
        long kept = 0;
        switch (assignment.work()) {
            case Work.FreeRun(byte[] stdin) -> largest = stdin.length;
            case Work.Tests(Validator validator, List<TestCase> cases, Grading _) -> {
                try {
                    for (TestCase test : cases) {
                        largest =
                                Math.max(
                                        largest,
                                        files.size(test.inputHash())
                                                + files.size(test.answerHash()));
                    }
                } catch (IOException e) {
                    throw new JudgeFailed(
                            "a file of the tests cannot be read: " + e.getMessage(), e);
                }
                if (validator instanceof Validator.Custom) {
                    kept = assignment.limits().outputKb() * 1024L;
                }
            }
        }
        return ((long) WORKSPACE_MB << 20) + largest + kept;
    }

    private Language language(String id) throws JudgeFailed {
        Language language = languages.find(id);
        if (language == null) {
            throw new JudgeFailed("this runner has no language \"" + id + "\"");
        }
        return language;
    }
}
