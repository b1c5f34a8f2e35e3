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
import dev.gretlab.runner.jail.JailRefused;
import dev.gretlab.runner.jail.JoinedEnd;
import dev.gretlab.runner.jail.JoinedExec;
import dev.gretlab.runner.jail.PieceSink;
import dev.gretlab.runner.jail.Stop;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A slot's jail while it belongs to one job: every start in it ends when the job is cancelled. */
final class Cell {

    private final JailClient jail;
    private final Cores cores;
    private final BooleanSupplier cancelled;
    private boolean alone;

    Cell(JailClient jail, Cores cores, BooleanSupplier cancelled) {
        this.jail = jail;
        this.cores = cores;
        this.cancelled = cancelled;
    }

    /**
     * Whether from now on what it starts runs while no other program of the runner does.
     *
     * @return what it was before
     */
    boolean alone(boolean alone) {
        boolean before = this.alone;
        this.alone = alone;
        return before;
    }

    void open(long bytes) throws JailException {
        jail.open(bytes);
    }

    void put(Box box, String name, byte[] content) throws JailException {
        jail.put(box, name, content);
    }

    void put(Box box, String name, TestFiles files, String hash) throws JailException, JudgeFailed {
        try (InputStream content = files.open(hash)) {
            jail.put(box, name, content);
        } catch (IOException e) {
            throw new JudgeFailed("a file of the tests cannot be read: " + e.getMessage(), e);
        }
    }

    Ended exec(Exec exec, PieceSink stdout, PieceSink stderr) throws JailException, ExecCancelled {
        try (Cores.Share _ = share()) {
            return undisturbed(jail.exec(exec, stdout, stderr, cancelled));
        }
    }

    JoinedEnd exec(JoinedExec exec, PieceSink stdout, PieceSink stderr, PieceSink secondStderr)
            throws JailException, ExecCancelled {
        // one for both: they mostly wait for each other
        try (Cores.Share _ = share()) {
            JoinedEnd end = jail.exec(exec, stdout, stderr, secondStderr, cancelled);
            undisturbed(end.first());
            undisturbed(end.second());
            return end;
        }
    }

    /**
     * Who succeeded lacked nothing, and who was stopped was so for what it did itself, but for one
     * that waited in vain for its turn. Where nobody else runs it crowded itself.
     */
    private Ended undisturbed(Ended ended) {
        boolean mayBeOthersDoing = ended.stop() == Stop.NONE || ended.stop() == Stop.WALL;
        if (ended.crowded() && mayBeOthersDoing && !ended.succeeded() && !alone) {
            throw new Disturbed();
        }
        return ended;
    }

    private Cores.Share share() throws ExecCancelled {
        return alone ? cores.all(cancelled) : cores.one(cancelled);
    }

    /** The beginning of a file that a validator may have left; empty when it has not. */
    byte[] feedback(String name, int limit) throws JailException {
        byte[] content = feedbackIfThere(name, limit);
        return content == null ? new byte[0] : content;
    }

    /** The same; null when it has left none. */
    byte @Nullable [] feedbackIfThere(String name, int limit) throws JailException {
        try {
            return jail.get(name, limit);
        } catch (JailRefused e) {
            if (e.code().equals("request")) {
                return null;
            }
            throw e;
        }
    }

    void remove(String name) throws JailException {
        try {
            jail.remove(name);
        } catch (JailRefused e) {
            if (!e.code().equals("request")) {
                throw e;
            }
        }
    }
}
