/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import dev.gretlab.runner.jail.Box;
import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.ExecLimits;
import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailCommand;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.PieceSink;
import dev.gretlab.runner.language.Language;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A slot of ours: a jail server, a jail for each job, and the program alone, without a check. */
final class JailSlot implements Place {

    private static final long MIB = 1L << 20;
    private static final ExecLimits LIMITS =
            new ExecLimits(
                    2_000_000,
                    11_000_000,
                    256 * MIB,
                    512 * MIB,
                    64,
                    MIB,
                    64 * MIB,
                    64 * MIB,
                    64 * MIB);

    private final JailClient jail;
    private final Language language;
    private final byte[] source;
    private final Exec exec;

    /**
     * Starts its jail server.
     *
     * @param warm whether it may be a copy of an interpreter that waits
     */
    JailSlot(JailCommand command, Language language, boolean warm) throws IOException {
        this.language = language;
        source = Programs.PYTHON.getBytes(StandardCharsets.UTF_8);
        exec =
                Exec.program(language.runArguments(256), language.runEnvironment(256), LIMITS)
                        .sending(MIB, MIB)
                        .warmAt(warm ? language.runWarmAt() : null);
        try {
            jail = JailClient.start(command);
        } catch (JailBroken e) {
            throw new IOException("a jail server did not start: " + e.getMessage(), e);
        }
    }

    @Override
    public long job() throws IOException {
        KeptBytes printed = new KeptBytes(1 << 10);
        try {
            long begun = Programs.now();
            jail.open(64 * MIB);
            jail.put(Box.PROGRAM, language.sourceFile(), source);
            Ended ended = jail.exec(exec, printed, PieceSink.none(), () -> false);
            jail.drop();
            if (!ended.succeeded()) {
                throw new IOException("a program ended so: " + ended);
            }
            return Programs.after(begun, printed.bytes());
        } catch (JailException | ExecCancelled e) {
            throw new IOException("the jail failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        jail.close();
    }
}
