/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jail")
class JailClientTests {

    private static final int UID = 60_111;
    private static final long MIB = 1L << 20;
    private static final ExecLimits LIMITS =
            new ExecLimits(5_000_000, 60_000_000, 64 * MIB, 0, 16, 1 << 16, MIB, MIB, 8 * MIB);

    private JailClient jail;

    @BeforeEach
    void start() throws JailException {
        jail = RealJail.start(UID);
        jail.open(16 * MIB);
    }

    @AfterEach
    void stop() {
        jail.close();
    }

    private static Exec shell(String command) {
        return Exec.program(List.of("sh", "-c", command), List.of("PATH=/usr/bin:/bin"), LIMITS);
    }

    private String said(Exec exec) throws JailException, ExecCancelled {
        KeptBytes kept = new KeptBytes(1 << 16);
        jail.exec(exec.sending(1 << 16, 0), kept, PieceSink.none(), () -> false);
        return new String(kept.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void filesTravelInPieces() throws Exception {
        byte[] large = new byte[(int) (3 * MIB + 17)];
        java.util.Arrays.fill(large, (byte) 'x');
        jail.put(Box.DATA, "large", large);
        assertThat(said(shell("wc -c").reading("large")).strip())
                .isEqualTo(Integer.toString(large.length));
        jail.put(Box.DATA, "large", new byte[] {'a'});
        assertThat(said(shell("cat").reading("large"))).isEqualTo("a");
    }

    @Test
    void outputAndFeedbackAreKept() throws Exception {
        jail.put(Box.DATA, "in", "secret".getBytes(StandardCharsets.UTF_8));
        said(
                shell("cat /data/in; echo word > /feedback/note")
                        .keeping("out")
                        .exposing(Map.of("in", "/data/in"), "notes"));
        assertThat(jail.get("out", 100)).asString().isEqualTo("secret");
        assertThat(jail.get("notes/note", 2)).asString().isEqualTo("wo");
        jail.remove("out");
        assertThatThrownBy(() -> jail.get("out", 100))
                .isInstanceOfSatisfying(
                        JailRefused.class, e -> assertThat(e.code()).isEqualTo("request"));
    }

    @Test
    void aKillEndsWhatRuns() throws Exception {
        long idle = RealJail.processesOf(jail);
        AtomicBoolean cancelled = new AtomicBoolean();
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(() -> {
                    try {
                        jail.exec(
                                shell("sleep 50"),
                                PieceSink.none(),
                                PieceSink.none(),
                                cancelled::get);
                        outcome.complete(new AssertionError("it ended by itself"));
                    } catch (Throwable e) {
                        outcome.complete(e);
                    }
                });
        while (RealJail.processesOf(jail) == idle && !outcome.isDone()) {
            Thread.onSpinWait();
        }
        cancelled.set(true);
        jail.kill();
        assertThat(outcome.get(5, TimeUnit.SECONDS)).isInstanceOf(ExecCancelled.class);
        assertThatThrownBy(() ->
                        jail.exec(
                                shell("true"), PieceSink.none(), PieceSink.none(), cancelled::get))
                .isInstanceOf(ExecCancelled.class);
        jail.kill();
        assertThat(said(shell("echo alive"))).isEqualTo("alive\n");
    }

    @Test
    void aServerThatDiesIsBroken() throws Exception {
        ProcessHandle server = ProcessHandle.of(jail.pid()).orElseThrow();
        server.destroyForcibly();
        server.onExit().get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> jail.drop()).isInstanceOf(JailBroken.class);
    }

    @Test
    void aClosedClientLeavesNoProcess() throws Exception {
        ProcessHandle server = ProcessHandle.of(jail.pid()).orElseThrow();
        List<ProcessHandle> helpers = server.descendants().toList();
        jail.close();
        CompletableFuture.allOf(
                        helpers.stream()
                                .map(ProcessHandle::onExit)
                                .toArray(CompletableFuture<?>[]::new))
                .get(10, TimeUnit.SECONDS);
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void whatCannotStartSaysWhy() {
        assertThatThrownBy(() ->
                        JailClient.start(new JailCommand(Path.of("/nowhere/jail"), List.of())))
                .isInstanceOf(JailBroken.class)
                .hasMessageContaining("/nowhere/jail");
        assertThatThrownBy(() ->
                        JailClient.start(
                                new JailCommand(RealJail.program(), List.of("--wrong", "1"))))
                .isInstanceOf(JailBroken.class)
                .hasMessageContaining("--wrong");
    }

    /** Linux counts by user how many descriptors are on their way in messages. */
    @Test
    void aProgramIsWatchedAlsoWhenAnotherSlotHasManyDescriptorsOnTheirWay() throws Exception {
        CompletableFuture<String> crowd = new CompletableFuture<>();
        try (JailClient other = RealJail.start(UID)) {
            other.open(16 * MIB);
            other.put(
                    Box.PROGRAM,
                    "main.py",
                    """
                    import socket, time
                    one, other = socket.socketpair()
                    try:
                        while True:
                            socket.send_fds(one, [b'x'], [0] * 250)
                    except OSError:
                        print('full', flush=True)
                        time.sleep(2)
                    """
                            .getBytes(StandardCharsets.UTF_8));
            Exec exec =
                    Exec.program(
                                    List.of("python3", "/box/main.py"),
                                    List.of("PATH=/usr/bin:/bin"),
                                    LIMITS)
                            .sending(1 << 16, 0);
            Thread.ofPlatform()
                    .start(() -> {
                        try {
                            KeptBytes out = new KeptBytes(1 << 16);
                            other.exec(exec, out, PieceSink.none(), () -> false);
                            crowd.complete(new String(out.bytes(), StandardCharsets.UTF_8));
                        } catch (JailException | ExecCancelled e) {
                            crowd.completeExceptionally(e);
                        }
                    });
            for (int i = 0; i == 0 || !crowd.isDone(); i++) {
                said(shell("echo word > /feedback/note").exposing(Map.of(), "notes" + i));
                assertThat(jail.get("notes" + i + "/note", 4)).asString().isEqualTo("word");
            }
            assertThat(crowd.get()).isEqualTo("full\n");
        }
    }

    @Test
    void connectionsHoldLittle() throws Exception {
        jail.put(
                Box.PROGRAM,
                "main.py",
                """
                import socket
                listening = socket.socket()
                listening.bind(('127.0.0.1', 0))
                listening.listen()
                one = socket.create_connection(listening.getsockname())
                one.setblocking(False)
                held = 0
                try:
                    while True:
                        held += one.send(b'x' * (1 << 20))
                except BlockingIOError:
                    print('little' if held < 1 << 18 else held)
                """
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(said(shell("python3 /box/main.py"))).isEqualTo("little\n");
    }
}
