/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.pooler;

import dev.gretlab.chaos.client.ThisMachine;
import java.net.URI;
import java.nio.file.Path;

/**
 * The command line of {@link CrowdPooler}.
 *
 * @param url {@code jdbc:postgresql://host:port/database} of the pooler
 * @param passwordFile what the role signs in with
 * @param connections open at the same time
 * @param seconds that all of them stay open
 */
record CrowdArguments(String url, String user, Path passwordFile, int connections, int seconds) {

    static final String USAGE =
            "Usage: CrowdPooler jdbc:postgresql://localhost:PORT/DATABASE USER PASSWORD-FILE CONNECTIONS SECONDS";

    static CrowdArguments parse(String... args) {
        if (args.length != 5) {
            throw new IllegalArgumentException(USAGE);
        }
        if (!args[0].startsWith("jdbc:postgresql://") || !serves(args[0])) {
            throw new IllegalArgumentException(
                    args[0] + " is not a database on this machine. " + USAGE);
        }
        return new CrowdArguments(
                args[0],
                args[1],
                Path.of(args[2]),
                number("CONNECTIONS", args[3], 100_000),
                number("SECONDS", args[4], 3_600));
    }

    private static boolean serves(String url) {
        try {
            return ThisMachine.serves(URI.create(url.substring("jdbc:".length())));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int number(String name, String value, int most) {
        if (value.matches("[0-9]{1,6}")) {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        }
        throw new IllegalArgumentException(
                name + " must be from 1 to " + most + ", not " + value + ". " + USAGE);
    }
}
