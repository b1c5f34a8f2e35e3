/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Two programs that talk to each other, and every way in which either may end it. */
@Tag("jail")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JoinedExecTests {

    private static final int ACCEPTED = 42;
    private static final int WRONG = 43;
    private static final long MIB = 1L << 20;
    private static final long SECOND = 1_000_000;
    private static final ExecLimits LIMITS =
            new ExecLimits(10 * SECOND, 60 * SECOND, 128 * MIB, 0, 32, 4 * MIB, MIB, MIB, 8 * MIB);

    private static final ExecLimits ROOMY =
            new ExecLimits(10 * SECOND, 60 * SECOND, 256 * MIB, 0, 32, 4 * MIB, MIB, MIB, 8 * MIB);

    private JailClient jail;
    private long processes;
    private int descriptors;

    JailClient server() throws JailBroken {
        return RealJail.start(60_131);
    }

    /** Whether the processes and descriptors of the server can be seen from here. */
    boolean seen() {
        return true;
    }

    @BeforeAll
    void start() throws Exception {
        jail = server();
        jail.open(16 * MIB);
        talk("pass", "pass");
        processes = RealJail.processesOf(jail);
        descriptors = descriptors();
    }

    @AfterAll
    void stop() {
        jail.close();
    }

    @BeforeEach
    void open() throws JailException {
        jail.open(16 * MIB);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        if (seen()) {
            assertThat(RealJail.processesOf(jail)).as("processes").isEqualTo(processes);
            assertThat(descriptors()).as("descriptors").isEqualTo(descriptors);
        }
        assertThat(talk("print(input())", "print(7, flush=True); exit(input() == '7')").second())
                .as("the next one")
                .extracting(Ended::exitCode)
                .isEqualTo(1);
    }

    private int descriptors() throws Exception {
        if (!seen()) {
            return 0;
        }
        try (Stream<Path> open = Files.list(Path.of("/proc/" + jail.pid() + "/fd"))) {
            return (int) open.count() - RealJail.waiting(jail).size(); // a line to each
        }
    }

    private static Exec python(String source, ExecLimits limits) {
        return Exec.program(
                List.of("python3", "-c", source),
                List.of("PATH=/usr/bin:/bin", "LANG=C.UTF-8"),
                limits);
    }

    private JoinedEnd talk(String program, String validator) throws JailException, ExecCancelled {
        return talk(python(program, LIMITS), python(validator, LIMITS));
    }

    private JoinedEnd talk(Exec program, Exec validator) throws JailException, ExecCancelled {
        return talk(program, validator, new KeptBytes(1 << 16));
    }

    private JoinedEnd talk(Exec program, Exec validator, KeptBytes said)
            throws JailException, ExecCancelled {
        return jail.exec(
                new JoinedExec(
                        program.sending(1 << 16, 1 << 16),
                        validator.in(Box.VALIDATOR).sending(0, 1 << 16),
                        ACCEPTED),
                said,
                PieceSink.none(),
                PieceSink.none(),
                () -> false);
    }

    private static void ended(Ended ended, Stop stop, @Nullable Integer exitCode) {
        assertThat(ended.stop()).as("%s", ended).isEqualTo(stop);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
    }

    @Test
    void theyTalkUntilBothAreDone() throws Exception {
        KeptBytes said = new KeptBytes(1 << 16);
        JoinedEnd end =
                talk(
                        python(
                                """
                                low, high = 1, 1000
                                while True:
                                    middle = (low + high) // 2
                                    print(middle, flush=True)
                                    answer = input()
                                    if answer == "is":
                                        break
                                    low, high = (middle + 1, high) if answer == "more" else (low, middle - 1)
                                """,
                                LIMITS),
                        python(
                                """
                                secret, asked = 617, 0
                                while True:
                                    guess = int(input())
                                    asked += 1
                                    print("is" if guess == secret else "more" if guess < secret else "less", flush=True)
                                    if guess == secret:
                                        exit(42 if asked <= 10 else 43)
                                """,
                                LIMITS),
                        said);
        ended(end.first(), Stop.NONE, 0);
        ended(end.second(), Stop.NONE, ACCEPTED);
        String transcript = new String(said.bytes(), StandardCharsets.UTF_8);
        assertThat(transcript).startsWith("500\n750\n").endsWith("617\n");
        assertThat(end.first().stdoutBytes()).isEqualTo(transcript.length());
        assertThat(end.second().stdoutBytes())
                .as("what was said to it is counted too")
                .isBetween(10L, 60L);
        assertThat(end.first().peakMemory()).isBetween(MIB, 64 * MIB);
        assertThat(end.second().peakMemory()).isBetween(MIB, 64 * MIB);
    }

    @Test
    void aWordAgainstItEndsTheProgram() throws Exception {
        JoinedEnd end = talk("import time; print('x', flush=True); time.sleep(50)", "exit(43)");
        ended(end.second(), Stop.NONE, WRONG);
        assertThat(end.first().stop()).isEqualTo(Stop.PARTNER);
        assertThat(end.secondFirst()).isTrue();
        assertThat(end.first().wallMicros()).isLessThan(30 * SECOND);
    }

    @Test
    void whoeverIsLetGoMayGoOnTalkingIntoTheVoid() throws Exception {
        JoinedEnd end =
                talk(
                        """
                        import sys
                        assert sys.stdin.read() == "go\\n"
                        for _ in range(1000):
                            print("x" * 999, flush=True)
                        exit(5)
                        """,
                        "print('go', flush=True); exit(42)");
        ended(end.second(), Stop.NONE, ACCEPTED);
        ended(end.first(), Stop.NONE, 5);
        assertThat(end.first().stdoutBytes()).as("counted all the same").isEqualTo(1_000_000);
        assertThat(end.secondFirst()).isTrue();
    }

    @Test
    void aCrashIsTheFirstEndWhenTheOtherWaits() throws Exception {
        JoinedEnd exit = talk("exit(3)", "import sys; sys.stdin.read(); exit(43)");
        ended(exit.first(), Stop.NONE, 3);
        ended(exit.second(), Stop.NONE, WRONG);
        assertThat(exit.secondFirst()).isFalse();
        JoinedEnd signal =
                talk(
                        "import os; print(1, flush=True); os.kill(os.getpid(), 11)",
                        "import sys; sys.stdin.read(); exit(43)");
        assertThat(signal.first().signal()).isEqualTo(11);
        ended(signal.second(), Stop.NONE, WRONG);
        assertThat(signal.secondFirst()).isFalse();
    }

    @Test
    void aCrashJustAfterAWrongWordDoesNotHideIt() throws Exception {
        for (int i = 0; i < 5; i++) {
            JoinedEnd end =
                    talk(
                            Exec.program(
                                    List.of("sh", "-c", "echo wrong; kill -11 $$"),
                                    List.of("PATH=/usr/bin:/bin"),
                                    LIMITS),
                            python("exit(43 if input() == 'wrong' else 1)", LIMITS));
            ended(end.second(), Stop.NONE, WRONG);
            assertThat(end.secondFirst()).as("it knew of no crash").isTrue();
        }
    }

    @Test
    void aCrashThatTheOtherCausedComesAfterIt() throws Exception {
        for (int i = 0; i < 5; i++) {
            JoinedEnd end =
                    talk(
                            "input(); exit(9)",
                            "import sys, os; print('no', flush=True); os._exit(43)");
            ended(end.second(), Stop.NONE, WRONG);
            assertThat(end.secondFirst()).isTrue();
        }
    }

    @Test
    void endsEarlyWhileTheOtherWrites() throws Exception {
        JoinedEnd end =
                talk(
                        "input()",
                        """
                        import sys
                        for i in range(2000):
                            print("y" * 999)
                        sys.stdout.flush()
                        exit(43 if sys.stdin.read() == "" else 1)
                        """);
        ended(end.first(), Stop.NONE, 0);
        ended(end.second(), Stop.NONE, WRONG);
        assertThat(end.second().stdoutBytes()).isEqualTo(2_000_000);
        assertThat(end.secondFirst()).isFalse();
    }

    @Test
    void closedPipesEndNobody() throws Exception {
        JoinedEnd deaf =
                talk(
                        """
                        import os, time
                        os.close(0)
                        time.sleep(0.3)
                        print("still here", flush=True)
                        """,
                        """
                        for _ in range(1000):
                            print("z" * 999, flush=True)
                        exit(42 if input() == "still here" else 1)
                        """);
        ended(deaf.first(), Stop.NONE, 0);
        ended(deaf.second(), Stop.NONE, ACCEPTED);
        JoinedEnd mute =
                talk(
                        "import os, sys; os.close(1); exit(len(sys.stdin.read()))",
                        "import sys; sys.stdin.read(); print('abc', flush=True); exit(42)");
        ended(mute.first(), Stop.NONE, 4);
        ended(mute.second(), Stop.NONE, ACCEPTED);
    }

    @Test
    void whatTheProgramFloodsIsBounded() throws Exception {
        JoinedEnd end =
                talk(
                        "while True: print('x' * 9999)",
                        "import sys\nwhile sys.stdin.read(65536): pass\nexit(43)");
        assertThat(end.first().stop()).isEqualTo(Stop.OUTPUT);
        assertThat(end.first().stdoutBytes()).isBetween(4 * MIB, 5 * MIB);
        ended(end.second(), Stop.NONE, WRONG);
        assertThat(end.secondFirst()).isFalse();
    }

    @Test
    void whatTheValidatorFloodsIsBounded() throws Exception {
        JoinedEnd end =
                talk(
                        "import sys\nwhile sys.stdin.read(65536): pass\nimport time; time.sleep(50)",
                        "while True: print('x' * 9999)");
        assertThat(end.second().stop()).isEqualTo(Stop.OUTPUT);
        assertThat(end.first().stop()).isEqualTo(Stop.PARTNER);
        assertThat(end.secondFirst()).isTrue();
    }

    @Test
    void fullPipesHoldWhoeverFillsThem() throws Exception {
        ExecLimits brief =
                new ExecLimits(10 * SECOND, SECOND, 128 * MIB, 0, 32, 4 * MIB, MIB, MIB, 8 * MIB);
        JoinedEnd end =
                talk(
                        python("print('x' * 3_000_000, flush=True); input()", brief),
                        python(
                                "import sys; print('y' * 3_000_000, flush=True);"
                                        + " sys.stdin.read(); exit(43)",
                                LIMITS));
        assertThat(end.first().stop()).as("each waits for the other").isEqualTo(Stop.WALL);
        assertThat(end.first().stdoutBytes()).isLessThan(MIB);
        ended(end.second(), Stop.NONE, WRONG);
        assertThat(end.second().stdoutBytes()).isEqualTo(3_000_001);
        assertThat(end.secondFirst()).isFalse();
    }

    @Test
    void muchIsSaidBothWaysWhenBothListen() throws Exception {
        String both =
                """
                import sys, threading
                heard = []
                ear = threading.Thread(target=lambda: heard.append(sys.stdin.read(3_000_000)))
                ear.start()
                print("x" * 3_000_000, end="", flush=True)
                ear.join()
                exit(%d if len(heard[0]) == 3_000_000 else 1)
                """;
        JoinedEnd end = talk(both.formatted(0), both.formatted(ACCEPTED));
        ended(end.first(), Stop.NONE, 0);
        ended(end.second(), Stop.NONE, ACCEPTED);
        assertThat(end.first().stdoutBytes()).isEqualTo(3_000_000);
        assertThat(end.second().stdoutBytes()).isEqualTo(3_000_000);
    }

    @Test
    void whenBothWaitTheProgramsWallLimitEndsIt() throws Exception {
        ExecLimits brief =
                new ExecLimits(10 * SECOND, SECOND, 128 * MIB, 0, 32, 4 * MIB, MIB, MIB, 8 * MIB);
        JoinedEnd end =
                talk(
                        python("input()", brief),
                        python("import sys; sys.stdin.read(); exit(43)", LIMITS));
        assertThat(end.first().stop()).isEqualTo(Stop.WALL);
        ended(end.second(), Stop.NONE, WRONG);
        assertThat(end.secondFirst()).isFalse();
    }

    @Test
    void eachHasLimitsOfItsOwn() throws Exception {
        ExecLimits little =
                new ExecLimits(
                        SECOND / 2, 60 * SECOND, 32 * MIB, 0, 32, 4 * MIB, MIB, MIB, 8 * MIB);
        String eats = "x = bytearray(60 << 20)\nfor i in range(0, 60 << 20, 4096): x[i] = 1\n";
        JoinedEnd ofTheProgram = talk(python(eats + "input()", little), python("input()", LIMITS));
        assertThat(ofTheProgram.first().stop()).isEqualTo(Stop.MEMORY);
        assertThat(ofTheProgram.secondFirst()).isFalse();
        JoinedEnd ofTheOther =
                talk(
                        python("input()", little),
                        python(eats + "print(flush=True)\nexit(42)", LIMITS));
        ended(ofTheOther.first(), Stop.NONE, 0);
        ended(ofTheOther.second(), Stop.NONE, ACCEPTED);
        JoinedEnd slow = talk(python("input()", LIMITS), python("while True: pass", little));
        assertThat(slow.second().stop()).isEqualTo(Stop.CPU);
        assertThat(slow.first().stop()).isEqualTo(Stop.PARTNER);
        assertThat(slow.secondFirst()).isTrue();
        JoinedEnd late = talk(python("while True: pass", little), python("input()", LIMITS));
        assertThat(late.first().stop()).isEqualTo(Stop.CPU);
        assertThat(late.secondFirst()).isFalse();
    }

    @Test
    void neitherSeesTheOther() throws Exception {
        jail.put(Box.DATA, "in", "secret".getBytes(StandardCharsets.UTF_8));
        JoinedEnd end =
                talk(
                        python(
                                """
                                import os, socket
                                input()
                                assert not os.listdir("/feedback") and not os.listdir("/data")
                                numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
                                assert numbers == [1, os.getpid()] and os.getpid() == 2, numbers
                                for address in ["\\0gretlab", ("127.0.0.1", 4321)]:
                                    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
                                    with socket.socket(family) as s:
                                        assert s.connect_ex(address), address
                                assert not os.path.exists("/tmp/mine") and not os.path.exists("/dev/shm/mine")
                                print("alone", flush=True)
                                """,
                                LIMITS),
                        python(
                                        """
                                        import os, socket
                                        assert open("/data/input").read() == "secret"
                                        open("/feedback/judgemessage.txt", "w").write("seen")
                                        ears = []
                                        for address in ["\\0gretlab", ("127.0.0.1", 4321)]:
                                            family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
                                            ears.append(socket.socket(family))
                                            ears[-1].bind(address)
                                            ears[-1].listen()
                                        for place in "/tmp/mine", "/dev/shm/mine":
                                            open(place, "w").write("mine")
                                        print(flush=True)
                                        exit(42 if input() == "alone" else 43)
                                        """,
                                        LIMITS)
                                .exposing(Map.of("in", "/data/input"), "notes"));
        ended(end.first(), Stop.NONE, 0);
        ended(end.second(), Stop.NONE, ACCEPTED);
        assertThat(jail.get("notes/judgemessage.txt", 100)).asString().isEqualTo("seen");
    }

    @Test
    void aWarmProgramHasNothingOfTheOtherInItsMemory() throws Exception {
        jail.put(
                Box.PROGRAM,
                "main.py",
                """
                import re
                needle = re.compile(b"[t][h]e-[s]ecret") # which does not find itself
                # found in the list of its own text, else it would prove nothing
                own, found = 0, 0
                wanted = b"a line that is " + b"certainly there"
                for line in open("/proc/self/maps"):
                    place, rights, *rest = line.split()
                    if "r" not in rights or rest[-1:] in (["[vvar]"], ["[vsyscall]"], ["[vvar_vclock]"]):
                        continue
                    begin, end = (int(part, 16) for part in place.split("-"))
                    with open("/proc/self/mem", "rb", 0) as memory:
                        # a piece at a time, with some of the one before: the whole would not fit beside itself
                        before = b""
                        for at in range(begin, end, 1 << 20):
                            try:
                                memory.seek(at)
                                content = before + memory.read(min(1 << 20, end - at))
                            except (OSError, OverflowError, ValueError):
                                break
                            own += content.count(wanted)
                            found += sum(1 for _ in needle.finditer(content))
                            before = content[-20:]
                print("own" if own else "nothing", found, flush=True)
                # "a line that is certainly there"
                """
                        .getBytes(StandardCharsets.UTF_8));
        Exec program =
                Exec.program(
                                List.of("python3", "/box/main.py"),
                                List.of("PATH=/usr/bin:/bin", "LANG=C.UTF-8"),
                                // in gVisor what it reads of its own memory becomes resident
                                ROOMY)
                        .warmAt("/box/main.py");
        Exec validator =
                Exec.program(
                        List.of(
                                "python3",
                                "-c",
                                "words = input().split(); exit(42 if words == ['own', '0'] else"
                                        + " 43)",
                                "the-secret"),
                        List.of("PATH=/usr/bin:/bin"),
                        LIMITS);
        boolean warm = false;
        for (int i = 0; i < 200 && !warm; i++) {
            KeptBytes said = new KeptBytes(1 << 16);
            JoinedEnd end = talk(program, validator, said);
            String words = new String(said.bytes(), StandardCharsets.UTF_8);
            assertThat(end.second().exitCode()).as("%s, %s", words, end).isEqualTo(ACCEPTED);
            warm = end.first().warm();
        }
        assertThat(warm).as("an interpreter was ready at last").isTrue();
    }

    @Test
    void aKillEndsBoth() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        CompletableFuture<Void> talking = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(() -> {
                    try {
                        jail.exec(
                                new JoinedExec(
                                        python("input()", LIMITS),
                                        python("input()", LIMITS).in(Box.VALIDATOR),
                                        ACCEPTED),
                                PieceSink.none(),
                                PieceSink.none(),
                                PieceSink.none(),
                                () -> {
                                    talking.complete(null);
                                    return cancelled.get();
                                });
                        outcome.complete(new AssertionError("it ended by itself"));
                    } catch (Throwable e) {
                        outcome.complete(e);
                    }
                });
        talking.get(10, TimeUnit.SECONDS);
        // the kill waits for the frame of the exec, which is being sent
        cancelled.set(true);
        jail.kill();
        assertThat(outcome.get(20, TimeUnit.SECONDS)).isInstanceOf(ExecCancelled.class);
    }

    @Test
    void whatTheImageLacksIsSaid() {
        Exec present = python("input()", LIMITS);
        Exec absent = Exec.program(List.of("nowhere-to-be-found"), List.of(), LIMITS);
        for (List<Exec> each : List.of(List.of(absent, present), List.of(present, absent))) {
            assertThatThrownBy(() -> talk(each.getFirst(), each.getLast()))
                    .isInstanceOf(JailRefused.class)
                    .hasMessageContaining("nowhere-to-be-found");
        }
    }
}
