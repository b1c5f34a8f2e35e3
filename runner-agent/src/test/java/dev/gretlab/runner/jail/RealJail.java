/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The jail as it was built, for tests: without it they fail and say what to do. */
public final class RealJail {

    private RealJail() {}

    /** The root of the repository. */
    public static Path root() {
        return Path.of(System.getProperty("gretlab.root", ".."));
    }

    /** Another one than the usual by -Dgretlab.jail=PATH. */
    public static Path program() {
        String other = System.getProperty("gretlab.jail");
        Path program =
                other == null
                        ? root().resolve("sandbox-runtimeclass/jail/build/gretlab-jail")
                        : Path.of(other);
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
        return JailClient.start(new JailCommand(program(), options(uid)));
    }

    /** The same, with folders of the machine that programs see as well. */
    public static JailClient start(int uid, List<Path> shown) throws JailBroken {
        return JailClient.start(new JailCommand(program(), options(uid)).showing(shown));
    }

    /** A server that an ordinary user started: root becomes one with this uid first. */
    public static JailClient startAsOrdinaryUser(int uid) throws JailBroken {
        String id = Integer.toString(uid);
        return JailClient.start(
                new JailCommand(
                        isRoot()
                                ? List.of(
                                        "setpriv",
                                        "--reuid=" + id,
                                        "--regid=" + id,
                                        "--clear-groups")
                                : List.of(),
                        program(),
                        List.of()));
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static List<String> options(int uid) {
        return isRoot() ? List.of("--uid", Integer.toString(uid)) : List.of();
    }

    /** A server inside gVisor. Skips the test, with the reason, on a machine that has no runsc. */
    public static JailClient startInGvisor(int uid) throws JailBroken {
        assumeTrue(
                hasRunsc(),
                "gVisor's runsc is missing: build it with hack/tools runsc, or put it on the PATH");
        return JailClient.start(
                new JailCommand(
                        List.of(root().resolve("sandbox-runtimeclass/in-gvisor").toString()),
                        program(),
                        options(uid)));
    }

    private static boolean hasRunsc() {
        List<Path> folders =
                new ArrayList<>(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                                .map(Path::of)
                                .toList());
        Path built = Path.of(System.getProperty("user.home"), ".cache/gretlab");
        try (Stream<Path> versions = Files.isDirectory(built) ? Files.list(built) : Stream.of()) {
            versions.filter(each -> each.getFileName().toString().startsWith("runsc-"))
                    .forEach(folders::add);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return folders.stream().anyMatch(folder -> Files.isExecutable(folder.resolve("runsc")));
    }

    /**
     * How many processes there are below a server, its own helpers included; interpreters that wait
     * for a program come and go, and are left out.
     */
    public static long processesOf(JailClient jail) {
        return ProcessHandle.of(jail.pid())
                .orElseThrow()
                .descendants()
                .filter(process -> !waits(process, jail))
                .count();
    }

    /** The interpreters that wait for a program, and those on their way there. */
    public static List<ProcessHandle> waiting(JailClient jail) {
        return ProcessHandle.of(jail.pid())
                .orElseThrow()
                .children()
                .filter(process -> waits(process, jail))
                .toList();
    }

    // the server's own children are the interpreters, and the inits of jails, which bear that name
    private static boolean waits(ProcessHandle process, JailClient jail) {
        try {
            String name = Files.readString(Path.of("/proc/" + process.pid() + "/comm")).strip();
            long parent = process.parent().map(ProcessHandle::pid).orElse(jail.pid());
            return parent == jail.pid() && !name.equals("init");
        } catch (IOException e) {
            return true; // it is gone
        }
    }
}
