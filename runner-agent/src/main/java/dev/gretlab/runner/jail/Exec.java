/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One start of a program.
 *
 * @param box what is mounted at /box
 * @param writable whether /box can be written and is the working folder, as a compiler needs
 * @param arguments the program and its arguments
 * @param environment NAME=value; nothing else is in its environment
 * @param input file of the data box for standard input; null for none
 * @param keepStdout file of the data box to keep standard output in; null for none
 * @param sendStdout at most so many bytes of standard output are sent back
 * @param sendStderr the same for standard error
 * @param exposed files of the data box, each with the path below /data/ where the program sees it
 * @param feedback prefix in the data box for what the program leaves in /feedback; null for none
 * @param warmAt the program's file, where its interpreter may wait since before; null to start it
 *     from nothing
 */
public record Exec(
        Box box,
        boolean writable,
        List<String> arguments,
        List<String> environment,
        @Nullable String input,
        @Nullable String keepStdout,
        long sendStdout,
        long sendStderr,
        Map<String, String> exposed,
        @Nullable String feedback,
        @Nullable String warmAt,
        ExecLimits limits) {

    public Exec {
        arguments = List.copyOf(arguments);
        environment = List.copyOf(environment);
        exposed = Map.copyOf(exposed);
    }

    /** A program of box p that reads nothing and writes nothing that is kept. */
    public static Exec program(
            List<String> arguments, List<String> environment, ExecLimits limits) {
        return new Exec(
                Box.PROGRAM,
                false,
                arguments,
                environment,
                null,
                null,
                0,
                0,
                Map.of(),
                null,
                null,
                limits);
    }

    public Exec in(Box other) {
        return new Exec(
                other,
                writable,
                arguments,
                environment,
                input,
                keepStdout,
                sendStdout,
                sendStderr,
                exposed,
                feedback,
                warmAt,
                limits);
    }

    public Exec writingBox() {
        return new Exec(
                box,
                true,
                arguments,
                environment,
                input,
                keepStdout,
                sendStdout,
                sendStderr,
                exposed,
                feedback,
                warmAt,
                limits);
    }

    /** Null: an empty input. */
    public Exec reading(@Nullable String file) {
        return new Exec(
                box,
                writable,
                arguments,
                environment,
                file,
                keepStdout,
                sendStdout,
                sendStderr,
                exposed,
                feedback,
                warmAt,
                limits);
    }

    /** The same under other limits. */
    public Exec within(ExecLimits other) {
        return new Exec(
                box,
                writable,
                arguments,
                environment,
                input,
                keepStdout,
                sendStdout,
                sendStderr,
                exposed,
                feedback,
                warmAt,
                other);
    }

    public Exec keeping(String file) {
        return new Exec(
                box,
                writable,
                arguments,
                environment,
                input,
                file,
                sendStdout,
                sendStderr,
                exposed,
                feedback,
                warmAt,
                limits);
    }

    public Exec sending(long stdout, long stderr) {
        return new Exec(
                box,
                writable,
                arguments,
                environment,
                input,
                keepStdout,
                stdout,
                stderr,
                exposed,
                feedback,
                warmAt,
                limits);
    }

    public Exec exposing(Map<String, String> files, String feedbackPrefix) {
        return new Exec(
                box,
                writable,
                arguments,
                environment,
                input,
                keepStdout,
                sendStdout,
                sendStderr,
                files,
                feedbackPrefix,
                warmAt,
                limits);
    }

    /** The same from an interpreter that waits at this file, where the server has one. */
    public Exec warmAt(@Nullable String path) {
        return new Exec(
                box,
                writable,
                arguments,
                environment,
                input,
                keepStdout,
                sendStdout,
                sendStderr,
                exposed,
                feedback,
                path,
                limits);
    }

    Frame frame() {
        Frame frame = new Frame('X').text('b', box.letter());
        if (writable) {
            frame.number('w', 1);
        }
        arguments.forEach(argument -> frame.text('a', argument));
        environment.forEach(variable -> frame.text('e', variable));
        if (input != null) {
            frame.text('i', input);
        }
        if (keepStdout != null) {
            frame.text('o', keepStdout);
        }
        frame.number('O', sendStdout).number('Z', sendStderr);
        exposed.forEach((file, path) -> frame.text('x', file + "=" + path));
        if (feedback != null) {
            frame.text('f', feedback);
        }
        if (warmAt != null) {
            frame.text('h', warmAt);
        }
        return frame.number('c', limits.cpuMicros())
                .number('t', limits.wallMicros())
                .number('m', limits.memory())
                .number('v', limits.addressSpace())
                .number('n', limits.processes())
                .number('l', limits.output())
                .number('z', limits.fileSize())
                .number('k', limits.scratch())
                .number('s', limits.stack());
    }
}
