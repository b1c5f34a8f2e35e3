/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import java.util.Arrays;
import java.util.List;

/**
 * The command line of {@code hack/bench jail}.
 *
 * @param seconds of each figure
 * @param parallel so many jobs at once, a column each
 * @param only rows whose name contains this; empty for all
 */
record BenchJailArguments(int seconds, List<Integer> parallel, String only) {

    private static final String USAGE =
            "Usage: hack/bench jail [--seconds=5] [--parallel=1,2,4,8] [--only=WORDS]";

    static BenchJailArguments parse(String... arguments) {
        int seconds = 5;
        List<Integer> parallel = List.of(1, 2, 4, 8);
        String only = "";
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length != 2) {
                throw new IllegalArgumentException("What is " + argument + "? " + USAGE);
            }
            switch (parts[0]) {
                case "--seconds" -> seconds = number(parts[1]);
                case "--parallel" ->
                        parallel =
                                Arrays.stream(parts[1].split(",", -1))
                                        .map(BenchJailArguments::number)
                                        .toList();
                case "--only" -> only = parts[1];
                default -> throw new IllegalArgumentException("What is " + argument + "? " + USAGE);
            }
        }
        return new BenchJailArguments(seconds, parallel, only);
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number > 0 && number <= 600) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, like a number out of bounds
        }
        throw new IllegalArgumentException(text + " is not a number from 1 to 600. " + USAGE);
    }
}
