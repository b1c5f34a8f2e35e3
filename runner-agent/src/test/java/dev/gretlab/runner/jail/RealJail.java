/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The jail as it was built, for tests: without it they fail and say what to do. */
public final class RealJail {

    private RealJail() {}

    /** The root of the repository. */
    public static Path root() {
        return Path.of(System.getProperty("gretlab.root", ".."));
    }

    public static Path program() {
        Path program = root().resolve("sandbox-runtimeclass/jail/build/gretlab-jail");
        if (!Files.isExecutable(program)) {
            throw new AssertionError(
                    "The jail is not built. Run: make -C sandbox-runtimeclass/jail (missing: "
                            + program
                            + ")");
        }
        return program;
    }

    public static Path languages() {
        return root().resolve("sandbox-runtimeclass/languages.yaml");
    }

    /** A server of a uid that no other test uses, when started by root. */
    public static JailClient start(int uid) throws JailBroken {
        boolean root = "root".equals(System.getProperty("user.name"));
        return JailClient.start(
                new JailCommand(
                        program(), root ? List.of("--uid", Integer.toString(uid)) : List.of()));
    }

    /** How many processes there are below a server, its own helpers included. */
    public static long processesOf(JailClient jail) {
        return ProcessHandle.of(jail.pid()).orElseThrow().descendants().count();
    }
}
