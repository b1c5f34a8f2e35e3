/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.cases;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code hack/cases}.
 *
 * @param base null: the address in the demo file
 */
record CasesArguments(Path file, @Nullable String base, Path demo, int parallel) {

    private static final String USAGE =
            "Usage: hack/cases FILE [--base URL] [--demo .lab/demo.json] [--parallel N]";

    static CasesArguments parse(String... args) {
        Path file = null;
        String base = null;
        Path demo = Path.of(".lab/demo.json");
        int parallel = 1;
        for (int i = 0; i < args.length; i++) {
            String name = args[i];
            String value = null;
            if (name.startsWith("--")) {
                int equals = name.indexOf('=');
                if (equals > 0) {
                    value = name.substring(equals + 1);
                    name = name.substring(0, equals);
                } else if (i + 1 < args.length) {
                    value = args[++i];
                }
                if (value == null) {
                    throw new IllegalArgumentException(name + " needs a value. " + USAGE);
                }
            }
            switch (name) {
                case "--base" -> base = value;
                case "--demo" -> demo = Path.of(String.valueOf(value));
                case "--parallel" -> parallel = Integer.parseInt(String.valueOf(value));
                default -> {
                    if (name.startsWith("--") || file != null) {
                        throw new IllegalArgumentException("What is " + name + "? " + USAGE);
                    }
                    file = Path.of(name);
                }
            }
        }
        if (file == null) {
            throw new IllegalArgumentException(USAGE);
        }
        return new CasesArguments(file, base, demo, parallel);
    }
}
