/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailCommand;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.judge.Assignment;
import dev.gretlab.runner.judge.Cores;
import dev.gretlab.runner.judge.Judge;
import dev.gretlab.runner.judge.JudgeFailed;
import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.judge.Limits;
import dev.gretlab.runner.judge.Repeats;
import dev.gretlab.runner.judge.TestFiles;
import dev.gretlab.runner.judge.Verdict;
import dev.gretlab.runner.judge.Work;
import dev.gretlab.runner.language.Languages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** A slot of ours with all that a Run is: the program is compiled or checked, then run. */
final class JudgeSlot implements Place {

    private static final TestFiles NONE =
            new TestFiles() {
                @Override
                public InputStream open(String hash) throws IOException {
                    throw new FileNotFoundException(hash);
                }

                @Override
                public long size(String hash) throws IOException {
                    throw new FileNotFoundException(hash);
                }
            };

    private final JailClient jail;
    private final Judge judge;
    private final Assignment assignment;

    JudgeSlot(JailCommand command, Languages languages, String language, Cores cores)
            throws IOException {
        judge =
                new Judge(
                        languages,
                        new Repeats(Duration.ofHours(1), Duration.ofHours(1), System::nanoTime),
                        cores);
        assignment =
                new Assignment(
                        1,
                        language,
                        Objects.requireNonNull(Programs.ALL.get(language))
                                .getBytes(StandardCharsets.UTF_8),
                        new Limits(5_000, 20_000, 256, 1_024),
                        new Work.FreeRun(new byte[0]));
        try {
            jail = JailClient.start(command);
        } catch (JailBroken e) {
            throw new IOException("a jail server did not start: " + e.getMessage(), e);
        }
    }

    @Override
    public long job() throws IOException {
        try {
            long begun = Programs.now();
            Judgement judgement =
                    judge.judge(assignment, jail, NONE, (done, total) -> {}, () -> false);
            jail.drop();
            if (judgement.verdict() != Verdict.ACCEPTED) {
                throw new IOException(
                        "a program was not accepted: "
                                + judgement.facts()
                                + " "
                                + new String(judgement.compileOutput(), StandardCharsets.UTF_8));
            }
            return Programs.after(begun, judgement.stdout());
        } catch (JailException | JudgeFailed | ExecCancelled e) {
            throw new IOException("the jail failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        jail.close();
    }
}
