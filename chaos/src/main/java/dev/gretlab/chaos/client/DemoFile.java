/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file in which a demo lab writes who can sign in: {@code .lab/demo.json}, readable by its
 * owner alone.
 *
 * @param url address of the lab, without a slash at the end
 */
public record DemoFile(String url, List<Person> users) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * Someone who can sign in.
     *
     * @param role student, staff or admin
     * @param token for {@code Authorization: Bearer}
     */
    public record Person(String username, String password, String role, String token) {

        @Override
        public String toString() {
            return role + " " + username;
        }
    }

    public DemoFile {
        users = List.copyOf(users);
    }

    /** Reads the file. Throws IllegalArgumentException with what to do when it is not there. */
    public static DemoFile read(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    file + " is not there or not readable: start a lab first with hack/up.");
        }
        return JSON.readValue(file.toFile(), DemoFile.class);
    }

    /** Replaces the file in one step, so that a reader never sees half of it. */
    public void write(Path file) {
        try {
            Path fresh =
                    Files.createTempFile(
                            file.toAbsolutePath().getParent(),
                            "demo",
                            ".json",
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")));
            Files.write(fresh, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this));
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Someone who may ask for everything. */
    public Person admin() {
        return users.stream().filter(p -> p.role().equals("admin")).findFirst().orElseThrow();
    }

    /** The students, in the order of the file. */
    public List<Person> students() {
        return users.stream().filter(p -> p.role().equals("student")).toList();
    }
}
