/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The command line of {@code hack/bench queue}.
 *
 * @param rows finished jobs in the big database
 * @param runners numbers of runners to measure with, each with a connection of its own
 * @param seconds length of one measurement
 * @param rounds measurements of which the median counts
 */
record BenchArguments(long rows, List<Integer> runners, int seconds, int rounds) {

    /** How many finished jobs the small database holds, to which the big one is compared. */
    static final long FEW_ROWS = 1_000;

    static final String USAGE =
            "Usage: hack/bench queue [--rows=1000000] [--runners=1,4,16] [--seconds=3] [--rounds=5]";

    BenchArguments {
        runners = List.copyOf(runners);
    }

    static BenchArguments parse(String... args) {
        if (args.length == 0 || !args[0].equals("queue")) {
            throw new IllegalArgumentException(USAGE);
        }
        long rows = 1_000_000;
        List<Integer> runners = List.of(1, 4, 16);
        int seconds = 3;
        int rounds = 5;
        for (int i = 1; i < args.length; i++) {
            String name = args[i];
            String value;
            int equals = name.indexOf('=');
            if (equals > 0) {
                value = name.substring(equals + 1);
                name = name.substring(0, equals);
            } else if (i + 1 < args.length) {
                value = args[++i];
            } else {
                throw new IllegalArgumentException(name + " needs a value. " + USAGE);
            }
            switch (name) {
                case "--rows" -> rows = number(name, value, FEW_ROWS, 100_000_000);
                case "--runners" -> runners = numbers(name, value);
                case "--seconds" -> seconds = (int) number(name, value, 1, 600);
                case "--rounds" -> rounds = (int) number(name, value, 1, 99);
                default -> throw new IllegalArgumentException("What is " + name + "? " + USAGE);
            }
        }
        return new BenchArguments(rows, runners, seconds, rounds);
    }

    private static List<Integer> numbers(String name, String value) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            // two connections a runner, and the server has a hundred
            numbers.add((int) number(name, part, 1, 40));
        }
        return numbers;
    }

    private static long number(String name, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number out of bounds
        }
        throw new IllegalArgumentException(
                name + " must be from " + least + " to " + most + ", not " + value + ". " + USAGE);
    }
}
