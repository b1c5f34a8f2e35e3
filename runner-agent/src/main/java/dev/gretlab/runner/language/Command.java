/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import java.util.List;
import java.util.Map;

/**
 * A command line with its environment, before {memoryMb} and {source} are put in.
 *
 * @param argv the program and its arguments
 * @param env its whole environment
 * @param warm whether such a process may wait, started, for the program that it is to run
 */
public record Command(List<String> argv, Map<String, String> env, boolean warm) {

    public Command {
        argv = List.copyOf(argv);
        env = Map.copyOf(env);
    }

    /** One that always starts from nothing. */
    public Command(List<String> argv, Map<String, String> env) {
        this(argv, env, false);
    }

    List<String> arguments(int memoryMb, String source) {
        return argv.stream().map(text -> filled(text, memoryMb, source)).toList();
    }

    List<String> environment(int memoryMb, String source) {
        return env.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + filled(entry.getValue(), memoryMb, source))
                .sorted()
                .toList();
    }

    private static String filled(String text, int memoryMb, String source) {
        return text.replace("{memoryMb}", Integer.toString(memoryMb)).replace("{source}", source);
    }
}
