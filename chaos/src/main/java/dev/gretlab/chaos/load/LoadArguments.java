/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import dev.gretlab.chaos.client.ThisMachine;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code hack/load}.
 *
 * @param warmUp seconds at the beginning whose presses are checked but not timed
 * @param think mean seconds between two presses of a student
 * @param base null: the address in the demo file
 * @param session students sign in with their passwords and carry a cookie, instead of a token
 * @param patience seconds that a student waits for one press
 * @param outageAllowed refusals with 503 and Retry-After because a part is away are counted instead
 *     of being failures
 */
record LoadArguments(
        int students,
        int seconds,
        int warmUp,
        double think,
        @Nullable String base,
        Mix mix,
        Follow follow,
        long seed,
        boolean session,
        int patience,
        boolean outageAllowed,
        Path demo,
        Path problems) {

    /** What is pressed. */
    enum Mix {
        PYTHON,
        ALL
    }

    /** How a press is followed. */
    enum Follow {
        /** As the page does: the stream, and status requests where it says nothing. */
        EVENTS,
        /** Status requests alone, at the pace that the server sets. */
        STATUS
    }

    static final String USAGE =
            "Usage: hack/load [--students=300] [--seconds=60] [--think=45] [--base=URL] [--mix=python|all]"
                    + " [--follow=events|status] [--warm-up=0] [--seed=N] [--session] [--patience=120]"
                    + " [--outage-allowed]";

    static LoadArguments parse(String... args) {
        int students = 300;
        int seconds = 60;
        int warmUp = 0;
        double think = 45;
        String base = null;
        Mix mix = Mix.PYTHON;
        Follow follow = Follow.EVENTS;
        long seed = 1;
        boolean session = false;
        int patience = 120;
        boolean outageAllowed = false;
        Path demo = Path.of(".lab/demo.json");
        Path problems = Path.of("hack/demo/problems");
        for (int i = 0; i < args.length; i++) {
            String name = args[i];
            if (name.equals("--session")) {
                session = true;
                continue;
            }
            if (name.equals("--outage-allowed")) {
                outageAllowed = true;
                continue;
            }
            String value;
            int equals = name.indexOf('=');
            if (equals > 0) {
                value = name.substring(equals + 1);
                name = name.substring(0, equals);
            } else if (name.startsWith("--") && i + 1 < args.length) {
                value = args[++i];
            } else {
                throw new IllegalArgumentException("What is " + name + "? " + USAGE);
            }
            switch (name) {
                case "--students" -> students = (int) number(name, value, 1, 100_000);
                case "--seconds" -> seconds = (int) number(name, value, 1, 86_400);
                case "--warm-up" -> warmUp = (int) number(name, value, 0, 3_600);
                case "--think" -> think = number(name, value, 0.1, 3_600);
                case "--base" -> base = value;
                case "--mix" -> mix = choice(Mix.class, name, value);
                case "--follow" -> follow = choice(Follow.class, name, value);
                case "--seed" -> seed = (long) number(name, value, 0, 1e15);
                case "--patience" -> patience = (int) number(name, value, 1, 3_600);
                case "--demo" -> demo = Path.of(value);
                case "--problems" -> problems = Path.of(value);
                default -> throw new IllegalArgumentException("What is " + name + "? " + USAGE);
            }
        }
        return new LoadArguments(
                students,
                seconds,
                warmUp,
                think,
                base,
                mix,
                follow,
                seed,
                session,
                patience,
                outageAllowed,
                demo,
                problems);
    }

    /**
     * The address without a slash at its end. Throws IllegalArgumentException when it is not one of
     * this machine: load on someone else's lab is an attack.
     */
    static String ownLab(String url) {
        URI address;
        try {
            address = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(url + " is not an address of a lab.", e);
        }
        if (!"http".equals(address.getScheme()) && !"https".equals(address.getScheme())) {
            throw new IllegalArgumentException(url + " is not an address of a lab.");
        }
        if (!ThisMachine.serves(address)) {
            throw new IllegalArgumentException(
                    url
                            + " is not on this machine. Load is only for a lab of your own, on localhost.");
        }
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private static double number(String name, String value, double least, double most) {
        try {
            double number = Double.parseDouble(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, as for a number out of bounds
        }
        throw new IllegalArgumentException(
                name
                        + " must be from "
                        + BigDecimal.valueOf(least).stripTrailingZeros().toPlainString()
                        + " to "
                        + BigDecimal.valueOf(most).stripTrailingZeros().toPlainString()
                        + ", not "
                        + value
                        + ". "
                        + USAGE);
    }

    private static <E extends Enum<E>> E choice(Class<E> type, String name, String value) {
        for (E choice : type.getEnumConstants()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(value)) {
                return choice;
            }
        }
        throw new IllegalArgumentException("What is " + name + "=" + value + "? " + USAGE);
    }
}
