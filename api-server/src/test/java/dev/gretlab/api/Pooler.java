/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import dev.gretlab.migrations.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A real PgBouncer in transaction mode before a test's database, set up as in production. It
 * refuses uid 0, so for root it is started in a user namespace that has none.
 */
final class Pooler implements AutoCloseable {

    private final TestDatabase database;
    private final Path folder;
    private final int port;
    private @Nullable Process process;

    private Pooler(TestDatabase database, Path folder, int port) {
        this.database = database;
        this.folder = folder;
        this.port = port;
    }

    /** Starts one; fails with a sentence that says what to install when there is no PgBouncer. */
    static Pooler before(TestDatabase database) {
        try {
            Pooler pooler =
                    new Pooler(
                            database, Files.createTempDirectory("gretlab-test-pooler"), freePort());
            pooler.configure();
            pooler.start();
            return pooler;
        } catch (IOException e) {
            throw new UncheckedIOException("PgBouncer for the tests did not start", e);
        }
    }

    /** How the API reaches the database through it. */
    String url() {
        return "r2dbc:postgresql://127.0.0.1:" + port + "/" + database.name();
    }

    int port() {
        return port;
    }

    /** Comes back when it accepts connections. */
    void start() {
        List<String> command = new ArrayList<>();
        if (Files.isReadable(Path.of("/etc/shadow"))) {
            command.addAll(List.of("unshare", "--user"));
        }
        command.addAll(List.of(program(), "-q", folder.resolve("pgbouncer.ini").toString()));
        try {
            Process started =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(
                                    ProcessBuilder.Redirect.appendTo(
                                            folder.resolve("log").toFile()))
                            .start();
            process = started;
            Awaitility.await("PgBouncer accepts connections")
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> accepts(started));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it and with it every connection, at once. */
    void stop() {
        Process running = process;
        if (running == null) {
            return;
        }
        running.destroy();
        try {
            if (!running.waitFor(10, TimeUnit.SECONDS)) {
                running.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            running.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        process = null;
    }

    /** It keeps every connection and takes new ones, but says nothing until it goes on. */
    void hang() {
        signal("STOP");
    }

    void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        long pid = Objects.requireNonNull(process).pid();
        try {
            int status =
                    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
            if (status != 0) {
                throw new IllegalStateException("kill -" + name + " answered " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stop();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same words as hack/lab/gateway.sh. */
    private void configure() throws IOException {
        Path users = folder.resolve("users.txt");
        Files.createFile(
                users,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                users, "\"%s\" \"%s\"\n".formatted(database.role("api"), database.password()));
        Files.writeString(
                folder.resolve("pgbouncer.ini"),
                """
                [databases]
                %s = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                pool_mode = transaction
                default_pool_size = 25
                max_client_conn = 3000
                max_db_connections = 30
                ignore_startup_parameters = extra_float_digits
                query_wait_timeout = 5
                server_login_retry = 1
                server_connect_timeout = 3
                log_connections = 0
                log_disconnections = 0
                """
                        .formatted(database.name(), database.port(), port, users));
    }

    private boolean accepts(Process started) throws IOException {
        if (!started.isAlive()) {
            throw new IllegalStateException(
                    "PgBouncer ended: " + Files.readString(folder.resolve("log")));
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String program() {
        // Debian has it where only root's PATH looks
        return Stream.concat(
                        Arrays.stream(System.getenv("PATH").split(":")), Stream.of("/usr/sbin"))
                .map(directory -> Path.of(directory, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "The tests of the API go through PgBouncer, which is not installed. Install it, on Debian with: apt-get install pgbouncer"))
                .toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
