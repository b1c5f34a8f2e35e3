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
 * @param program the path of gretlab-jail
 * @param arguments after serve
 */
public record JailCommand(Path program, List<String> arguments) {

    public JailCommand {
        arguments = List.copyOf(arguments);
    }

    List<String> line() {
        java.util.ArrayList<String> line = new java.util.ArrayList<>();
        line.add(program.toString());
        line.add("serve");
        line.addAll(arguments);
        return line;
    }
}
