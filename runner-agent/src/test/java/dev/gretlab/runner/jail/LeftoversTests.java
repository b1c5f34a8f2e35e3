/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a program may try to leave behind for those that come after it on the same slot. */
@Tag("jail")
class LeftoversTests {

    private static final long MIB = 1L << 20;
    private static final List<String> PYTHON = List.of("python3", "-I", "-B", "/box/main.py");
    private static final List<String> ENVIRONMENT = List.of("PATH=/usr/bin:/bin");
    private static final ExecLimits LIMITS =
            new ExecLimits(
                    5_000_000, 20_000_000, 256 * MIB, 0, 16, 1 << 16, 64 * MIB, 64 * MIB, 8 * MIB);

    /** The socket that holds its output is held by itself alone. */
    private static final String LEAVES_ITS_OUTPUT_IN_A_SOCKET =
            """
            import socket
            print('said', flush=True)
            one, other = socket.socketpair()
            try:
                socket.send_fds(one, [b'x'], [other.fileno(), 0, 1, 2])
            except PermissionError:
                pass
            """;

    private JailClient jail;

    JailClient server() throws JailBroken {
        return RealJail.start(60_134);
    }

    @BeforeEach
    void start() throws JailException {
        jail = server();
        jail.open(16 * MIB);
    }

    @AfterEach
    void stop() {
        jail.close();
    }

    private String said(String source, ExecLimits limits) throws JailException, ExecCancelled {
        jail.put(Box.PROGRAM, "main.py", source.getBytes(StandardCharsets.UTF_8));
        KeptBytes out = new KeptBytes(1 << 16);
        KeptBytes err = new KeptBytes(1 << 16);
        Exec exec = Exec.program(PYTHON, ENVIRONMENT, limits).sending(1 << 16, 1 << 16);
        Ended ended = jail.exec(exec, out, err, () -> false);
        assertThat(ended.stop()).as("%s %s", ended, err).isEqualTo(Stop.NONE);
        assertThat(err.bytes()).asString().isEmpty();
        return new String(out.bytes(), StandardCharsets.UTF_8);
    }

    private String saidByTheNextJob(String source) throws JailException, ExecCancelled {
        jail.drop();
        jail.open(16 * MIB);
        return said(source, LIMITS);
    }

    @Test
    void theRootOfJailsStaysAsItIs() throws Exception {
        said(
                """
                import os
                def attempt(act, *what):
                    try:
                        act(*what)
                    except OSError:
                        pass
                for path in '/', '/etc', '/etc/hosts', '/data', '/feedback', '/dev':
                    attempt(os.setxattr, path, 'user.word', b'for those to come')
                    attempt(os.utime, path, (1, 1))
                    attempt(os.chmod, path, 0)
                """,
                LIMITS);
        assertThat(
                        saidByTheNextJob(
                                """
                                import os
                                for path in '/', '/etc', '/etc/hosts', '/data', '/feedback', '/dev':
                                    try:
                                        print(os.getxattr(path, 'user.word'))
                                    except OSError:
                                        pass
                                    seen = os.stat(path)
                                    print(oct(seen.st_mode & 0o777), seen.st_mtime > 1)
                                """))
                .isEqualTo(
                        """
                        0o755 True
                        0o755 True
                        0o644 True
                        0o755 True
                        0o755 True
                        0o755 True
                        """);
    }

    @Test
    void anEndDoesNotWaitForDescriptorsOnTheirWay() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(said(LEAVES_ITS_OUTPUT_IN_A_SOCKET, LIMITS)).isEqualTo("said\n");
        }
        assertThat(saidByTheNextJob("print('fine')")).isEqualTo("fine\n");
    }

    @Test
    void whoListensIsToldOfTheEndAllTheSame() throws Exception {
        jail.put(
                Box.PROGRAM,
                "main.py",
                LEAVES_ITS_OUTPUT_IN_A_SOCKET.getBytes(StandardCharsets.UTF_8));
        jail.put(
                Box.VALIDATOR,
                "main.py",
                """
                import sys
                heard = sys.stdin.read()
                print('x' * 500_000, flush=True)
                print(heard, file=sys.stderr)
                """
                        .getBytes(StandardCharsets.UTF_8));
        Exec program = Exec.program(PYTHON, ENVIRONMENT, LIMITS);
        Exec validator =
                Exec.program(
                        PYTHON,
                        ENVIRONMENT,
                        new ExecLimits(
                                5_000_000,
                                20_000_000,
                                256 * MIB,
                                0,
                                16,
                                MIB,
                                64 * MIB,
                                64 * MIB,
                                8 * MIB));
        KeptBytes heard = new KeptBytes(1 << 16);
        JoinedEnd end =
                jail.exec(
                        new JoinedExec(
                                program, validator.in(Box.VALIDATOR).sending(0, 1 << 16), 42),
                        PieceSink.none(),
                        PieceSink.none(),
                        heard,
                        () -> false);
        assertThat(end.second().stop()).as("%s", end).isEqualTo(Stop.NONE);
        assertThat(heard.bytes()).asString().isEqualTo("said\n\n");
    }

    @Test
    void buffersOfSocketsAreOfTheUsualSize() throws Exception {
        String held =
                said(
                        """
                        import socket
                        one, other = socket.socketpair()
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 << 20)
                        one.setblocking(False)
                        held = 0
                        try:
                            while True:
                                held += one.send(b'x' * (1 << 20))
                        except BlockingIOError:
                            print(held < 1 << 19, held)
                        """,
                        LIMITS);
        assertThat(held).startsWith("True");
    }

    @Test
    void theNetworkTellsNothingOfThoseBefore() throws Exception {
        said(
                """
                import socket
                hears = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                hears.bind(('127.0.0.1', 0))
                speaks = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                for letter in b'word':
                    speaks.sendto(b'x' * letter, hears.getsockname())
                """,
                LIMITS);
        assertThat(
                        saidByTheNextJob(
                                """
                                counts = [line.split()[1:] for line in open('/proc/net/snmp')
                                    if line.startswith('Udp:')][1]
                                lines = [line.split(':')[1].split() for line in open('/proc/net/dev')
                                    if line.strip().startswith('lo:')]
                                print(set(counts), {count for line in lines for count in line})
                                """))
                .isEqualTo("{'0'} {'0'}\n");
    }

    /** Where processes are counted together, a bad end may be the others' doing. */
    @Test
    void whoIsRefusedAProcessForOthersSakeIsKnown() throws Exception {
        String few =
                """
                import sys, threading
                sys.stdin.readline()
                try:
                    for i in range(7):
                        threading.Thread(target=sys.stdin.read).start()
                except RuntimeError:
                    print('refused', flush=True)
                    sys.exit(1)
                print('not refused', flush=True)
                """;
        String many =
                """
                import sys, threading
                enough = threading.Event()
                for i in range(50):
                    threading.Thread(target=enough.wait).start()
                print('made', flush=True)
                sys.stderr.write(sys.stdin.readline())
                enough.set()
                """;
        jail.put(Box.PROGRAM, "main.py", few.getBytes(StandardCharsets.UTF_8));
        jail.put(Box.VALIDATOR, "main.py", many.getBytes(StandardCharsets.UTF_8));
        KeptBytes heard = new KeptBytes(1 << 16);
        JoinedEnd end =
                jail.exec(
                        new JoinedExec(
                                Exec.program(PYTHON, ENVIRONMENT, processes(8)).sending(0, 1 << 16),
                                Exec.program(PYTHON, ENVIRONMENT, processes(64))
                                        .in(Box.VALIDATOR)
                                        .sending(0, 1 << 16),
                                0),
                        PieceSink.none(),
                        PieceSink.none(),
                        heard,
                        () -> false);
        boolean together = jail.hello().isolation().equals("gvisor");
        assertThat(heard.bytes()).asString().isEqualTo(together ? "refused\n" : "not refused\n");
        assertThat(end.first().crowded()).as("%s", end).isEqualTo(together);
        assertThat(end.second().crowded()).as("%s", end).isFalse();
    }

    private static ExecLimits processes(int most) {
        return new ExecLimits(
                5_000_000, 20_000_000, 256 * MIB, 0, most, 1 << 16, 64 * MIB, 64 * MIB, 8 * MIB);
    }

    @Test
    void whoTalksToAProgramOfManyThreadsHasItsOwn() throws Exception {
        ExecLimits limits =
                new ExecLimits(
                        5_000_000,
                        30_000_000,
                        256 * MIB,
                        0,
                        64,
                        1 << 16,
                        64 * MIB,
                        64 * MIB,
                        8 * MIB);
        String threads =
                """
                import sys, threading
                enough = threading.Event()
                for i in range(55):
                    threading.Thread(target=enough.wait).start()
                print('made', flush=True)
                sys.stdin.readline()
                enough.set()
                """;
        for (Box box : List.of(Box.PROGRAM, Box.VALIDATOR)) {
            jail.put(box, "main.py", threads.getBytes(StandardCharsets.UTF_8));
        }
        Exec exec = Exec.program(PYTHON, ENVIRONMENT, limits).sending(0, 1 << 16);
        KeptBytes complaints = new KeptBytes(1 << 16);
        JoinedEnd end =
                jail.exec(
                        new JoinedExec(exec, exec.in(Box.VALIDATOR), 0),
                        PieceSink.none(),
                        complaints,
                        complaints,
                        () -> false);
        assertThat(complaints.bytes()).asString().isEmpty();
        assertThat(end.first().exitCode()).as("%s", end).isZero();
        assertThat(end.second().exitCode()).as("%s", end).isZero();
    }
}
