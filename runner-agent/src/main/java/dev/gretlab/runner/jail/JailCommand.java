/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.nio.file.Path;
import java.util.List;

/**
 * How to start a jail server.
 *
 * @param prefix a command that runs the rest of its line in a sandbox; empty for none
 * @param program the path of gretlab-jail
 * @param arguments after serve
 */
public record JailCommand(List<String> prefix, Path program, List<String> arguments) {

    public JailCommand {
        prefix = List.copyOf(prefix);
        arguments = List.copyOf(arguments);
    }

    /** A server of its own, without a sandbox around it. */
    public JailCommand(Path program, List<String> arguments) {
        this(List.of(), program, arguments);
    }

    /** The same with folders of the machine that programs see as well, read-only. */
    public JailCommand showing(List<Path> folders) {
        java.util.ArrayList<String> more = new java.util.ArrayList<>(arguments);
        for (Path folder : folders) {
            more.add("--bind");
            more.add(folder.toString());
        }
        return new JailCommand(prefix, program, more);
    }

    List<String> line() {
        java.util.ArrayList<String> line = new java.util.ArrayList<>(prefix);
        line.add(program.toString());
        line.add("serve");
        line.addAll(arguments);
        return line;
    }
}
