/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Box;
import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.ExecLimits;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.PieceSink;
import dev.gretlab.runner.jail.Stop;
import dev.gretlab.runner.language.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Asks the problem's own validator, which runs jailed like everything else. */
final class CustomChecker implements Checker {

    static final int ACCEPTED = 42;
    private static final int WRONG = 43;
    private static final int KEPT_MESSAGE = 1 << 16;
    private static final int LONGEST_MESSAGE = 4_000;
    private static final Pattern HEADER = Pattern.compile("\\.(h|hh|hpp|hxx)$");
    private static final String OUTPUT = "output";
    private static final String ANSWER = "answer";
    private static final String FEEDBACK = "feedback";
    private static final String JUDGE_MESSAGE = "judgemessage.txt";
    private static final String TEAM_MESSAGE = "teammessage.txt";

    private final Cell cell;
    private final Language language;
    private final Limits limits;
    private final TestFiles files;
    private final boolean gives;

    private CustomChecker(
            Cell cell, Language language, Limits limits, TestFiles files, boolean gives) {
        this.cell = cell;
        this.language = language;
        this.limits = limits;
        this.files = files;
        this.gives = gives;
    }

    /**
     * Compiles the validator, once for all tests of the job.
     *
     * @param gives whether it may give points
     */
    static CustomChecker compiled(
            Cell cell,
            Language language,
            Validator.Custom validator,
            TestFiles files,
            boolean gives)
            throws JailException, JudgeFailed, ExecCancelled {
        Validator.File source = source(language, validator.files());
        for (Validator.File file : validator.files()) {
            // the source may have any name, but the commands of its language expect theirs
            String name = file.equals(source) ? language.sourceFile() : file.name();
            cell.put(Box.VALIDATOR, name, files, file.hash());
        }
        Compilation compilation = Compilation.of(cell, Box.VALIDATOR, language);
        if (!compilation.succeeded()) {
            throw new JudgeFailed(
                    "the problem's validator does not compile: "
                            + (compilation.message() == null ? "" : compilation.message() + " ")
                            + PlainText.of(compilation.output(), LONGEST_MESSAGE));
        }
        Limits limits =
                new Limits(
                        validator.cpuMs(),
                        3 * validator.cpuMs() + 5_000,
                        validator.memoryMb(),
                        KEPT_MESSAGE / 1024);
        return new CustomChecker(cell, language, limits, files, gives);
    }

    /**
     * The file that is compiled: the only one that is no header, or the one with the right name.
     */
    private static Validator.File source(Language language, List<Validator.File> files)
            throws JudgeFailed {
        List<Validator.File> sources =
                files.stream().filter(file -> !HEADER.matcher(file.name()).find()).toList();
        if (sources.size() == 1) {
            return sources.getFirst();
        }
        for (Validator.File file : sources) {
            if (file.name().equals(language.sourceFile())) {
                return file;
            }
        }
        throw new JudgeFailed(
                "the problem's validator must have one source file, or one named "
                        + language.sourceFile());
    }

    @Override
    public Exec prepare(Exec exec, int outputLimit) {
        return exec.keeping(OUTPUT).sending(TestSequence.KEPT_OUTPUT, TestSequence.KEPT_OUTPUT);
    }

    @Override
    public PieceSink begin(TestCase test) {
        return PieceSink.none();
    }

    @Override
    public Word judge(TestCase test) throws JailException, JudgeFailed, ExecCancelled {
        KeptBytes said = new KeptBytes(KEPT_MESSAGE);
        Exec exec = exec(test).reading(OUTPUT).sending(KEPT_MESSAGE, KEPT_MESSAGE);
        return word(test, cell.exec(exec, said, said), said);
    }

    /** What it meant by its end; its messages are taken out of the data box. */
    Word word(TestCase test, Ended ended, KeptBytes said) throws JailException, JudgeFailed {
        String judgeMessage = message(JUDGE_MESSAGE);
        String teamMessage = message(TEAM_MESSAGE);
        ScoreWord score = gives ? ScoreWord.read(cell, FEEDBACK) : ScoreWord.NONE;
        if (!spoke(ended)) {
            throw new JudgeFailed(
                    "the problem's validator "
                            + end(ended)
                            + " on test "
                            + test.number()
                            + ": "
                            + (judgeMessage == null ? "" : judgeMessage + " ")
                            + PlainText.of(said.bytes(), LONGEST_MESSAGE));
        }
        return new Word(accepted(ended), teamMessage, judgeMessage, score);
    }

    private static boolean spoke(Ended ended) {
        return accepted(ended) || said(ended, WRONG);
    }

    static boolean accepted(Ended ended) {
        return said(ended, ACCEPTED);
    }

    private static boolean said(Ended ended, int code) {
        return ended.stop() == Stop.NONE && ended.exitCode() != null && ended.exitCode() == code;
    }

    /** Its start on a test, whose answer is put beside the input. */
    Exec exec(TestCase test) throws JailException, JudgeFailed {
        cell.put(Box.DATA, ANSWER, files, test.answerHash());
        Exec run = Launch.run(language, limits, 1);
        List<String> arguments = new ArrayList<>(run.arguments());
        arguments.addAll(List.of("/data/input", "/data/answer", "/feedback/"));
        arguments.addAll(test.validatorArgs());
        ExecLimits own = run.limits();
        return Exec.program(arguments, run.environment(), own)
                .in(Box.VALIDATOR)
                .exposing(
                        Map.of(TestSequence.INPUT, "/data/input", ANSWER, "/data/answer"),
                        FEEDBACK);
    }

    private @Nullable String message(String file) throws JailException {
        String name = FEEDBACK + "/" + file;
        byte[] content = cell.feedback(name, KEPT_MESSAGE);
        // else a validator that writes none on the next test would seem to repeat itself
        cell.remove(name);
        String text = PlainText.of(content, LONGEST_MESSAGE).strip();
        return text.isEmpty() ? null : text;
    }

    /** Drops what it wrote that nobody asked for. */
    void forget() throws JailException {
        ScoreWord.read(cell, FEEDBACK);
        cell.remove(FEEDBACK + "/" + JUDGE_MESSAGE);
        cell.remove(FEEDBACK + "/" + TEAM_MESSAGE);
    }

    private static String end(Ended ended) {
        if (ended.stop() != Stop.NONE) {
            return "was stopped (" + ended.stop().word() + ")";
        }
        return ended.signal() != null
                ? "was ended by signal " + ended.signal()
                : "exited with "
                        + ended.exitCode()
                        + ", which is neither "
                        + ACCEPTED
                        + " nor "
                        + WRONG;
    }
}
