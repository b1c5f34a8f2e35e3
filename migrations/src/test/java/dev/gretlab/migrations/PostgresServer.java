/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL of its own for tests, with SCRAM from the first start as in production, and as
 * root too (the server refuses uid 0, so it is started in a user namespace that has none).
 */
public final class PostgresServer implements AutoCloseable {

    private static final String PASSWORD = "owner-of-the-test-server";

    private final Path home;
    private final Path data;
    private final int port;
    private @Nullable TestDatabase template;

    private PostgresServer(Path home, Path data, int port) {
        this.home = home;
        this.data = data;
        this.port = port;
    }

    /** Unpacks (once a version and user), initialises and starts a server. */
    public static PostgresServer start() {
        try {
            Path home = unpacked();
            Path data = Files.createTempDirectory("gretlab-test-pg");
            PostgresServer server = new PostgresServer(home, data, freePort());
            server.initialise();
            server.up();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL for the tests did not start", e);
        }
    }

    /**
     * A migrated database of its own. Only the first of a server is built by the migration; the
     * others are copies of it, which take a tenth of the time, and share the names of its roles.
     */
    public synchronized TestDatabase migratedDatabase() {
        if (template == null) {
            template = newlyMigratedDatabase();
        }
        return template.copy();
    }

    /** A database that the migration has just built, with roles of its own. */
    TestDatabase newlyMigratedDatabase() {
        return TestDatabase.create(this);
    }

    int port() {
        return port;
    }

    Connection superuser(String database) throws SQLException {
        return DriverManager.getConnection(url(database), "postgres", PASSWORD);
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** Stops the server at once, as a crash would, and waits until it is gone. */
    public void crash() {
        run("pg_ctl", "stop", "-D", data.toString(), "-m", "immediate", "-w");
    }

    /** Starts it again after {@link #crash()}. */
    public void up() {
        run(
                "pg_ctl",
                "start",
                "-D",
                data.toString(),
                "-w",
                "-t",
                "60",
                "-l",
                data.resolve("server.log").toString(),
                "-o",
                "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories=''");
    }

    /** All that the server has logged. */
    public String log() {
        try {
            return Files.readString(data.resolve("server.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        crash();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void initialise() throws IOException {
        Path passwordFile = Files.createTempFile("gretlab-test", ".password");
        try {
            Files.writeString(passwordFile, PASSWORD);
            run(
                    "initdb",
                    "-D",
                    data.toString(),
                    "-U",
                    "postgres",
                    "--auth=scram-sha-256",
                    "--pwfile=" + passwordFile,
                    "--encoding=UTF8",
                    "--no-locale",
                    "--no-sync");
        } finally {
            Files.delete(passwordFile);
        }
        Files.writeString(
                data.resolve("postgresql.auto.conf"),
                """
                fsync = off
                max_connections = 200
                log_parameter_max_length = 0
                log_parameter_max_length_on_error = 0
                log_error_verbosity = terse
                """);
    }

    private void run(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (Files.isReadable(Path.of("/etc/shadow"))) {
            command.addAll(List.of("unshare", "--user"));
        }
        command.add(home.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        try {
            // to a file: the server that pg_ctl starts would keep a pipe open
            Path output = Files.createTempFile("gretlab-test", ".out");
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            if (!process.waitFor(90, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(command + ": " + Files.readString(output));
            }
            Files.delete(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Path unpacked() throws IOException {
        String version = "17.9.0";
        Path cache =
                Path.of(
                        System.getProperty("user.home"),
                        ".cache",
                        "gretlab",
                        "postgres-" + version);
        if (Files.exists(cache.resolve("bin/postgres"))) {
            return cache;
        }
        Files.createDirectories(cache.getParent());
        Path fresh = Files.createTempDirectory(cache.getParent(), "postgres-unpacking");
        try (InputStream resource =
                        PostgresServer.class.getResourceAsStream("/postgres-linux-x86_64.txz");
                TarArchiveInputStream tar = openTar(resource)) {
            for (TarArchiveEntry entry = tar.getNextEntry();
                    entry != null;
                    entry = tar.getNextEntry()) {
                extract(tar, entry, fresh.resolve(entry.getName()));
            }
        }
        try {
            Files.move(fresh, cache);
        } catch (FileAlreadyExistsException e) {
            // another test process was first; its copy is as good
            return cache;
        }
        return cache;
    }

    private static TarArchiveInputStream openTar(@Nullable InputStream resource)
            throws IOException {
        if (resource == null) {
            throw new IOException(
                    "PostgreSQL's binaries for linux-amd64 are not on the class path");
        }
        return new TarArchiveInputStream(
                new XZCompressorInputStream(new BufferedInputStream(resource)));
    }

    private static void extract(TarArchiveInputStream tar, TarArchiveEntry entry, Path target)
            throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, target);
        if ((entry.getMode() & 0111) != 0) {
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
