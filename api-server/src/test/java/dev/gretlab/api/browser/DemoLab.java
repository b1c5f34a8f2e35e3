/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The lab that is up, and the problems that are in it. */
record DemoLab(String url, List<Person> users) {

    private static final Path FOLDER = Path.of(property("gretlab.lab"));
    private static final Path PROBLEMS =
            Path.of(property("gretlab.root"), "hack", "demo", "problems");
    static final DemoLab LAB =
            JsonMapper.builder()
                    .build()
                    .readValue(read(FOLDER.resolve("demo.json")), DemoLab.class);

    Person student(int number) {
        var name = "student%02d".formatted(number);
        return find(name, user -> user.username().equals(name));
    }

    Person staff() {
        return find("staff", user -> user.role().equals("staff"));
    }

    Person admin() {
        return find("admin", user -> user.role().equals("admin"));
    }

    private Person find(String what, Predicate<Person> who) {
        return users.stream()
                .filter(who)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The lab has no " + what));
    }

    /** The process that serves the page; its supervisor starts another when it dies. */
    ProcessHandle api() {
        return process("api-1");
    }

    /** The processes that run programs; their supervisors start others when they die. */
    List<ProcessHandle> runners() {
        try (Stream<Path> files = Files.list(FOLDER.resolve("run"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("runner-\\d+"))
                    .map(DemoLab::process)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProcessHandle process(String name) {
        var pid = read(FOLDER.resolve("run").resolve(name)).split(" ", 2)[0];
        return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    }

    /** What programs are kept in, as the lab was started: gvisor or namespaces. */
    static String isolation() {
        return read(FOLDER.resolve("isolation")).strip();
    }

    /** A file of a problem package, such as {@code beads/submissions/accepted/beads.py}. */
    static String file(String path) {
        return read(PROBLEMS.resolve(path));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String property(String name) {
        var value = System.getProperty(name);
        if (value == null || value.isEmpty()) {
            throw new IllegalStateException(
                    "Set -D" + name + ": these tests need a lab that is up");
        }
        return value;
    }
}
