/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that are copies of a waiting interpreter, beside the same ones started from nothing. */
@Tag("jail")
class WarmStartTests {

    private static final int UID = 60_131;
    private static final long MIB = 1L << 20;
    private static final String SOURCE = "/box/main.py";
    private static final List<String> PYTHON = List.of("python3", "-I", "-B", SOURCE);
    private static final List<String> ENVIRONMENT =
            List.of("LANG=C.UTF-8", "HOME=/work", "PATH=/usr/local/bin:/usr/bin:/bin");
    private static final ExecLimits LIMITS =
            new ExecLimits(
                    2_000_000,
                    11_000_000,
                    256 * MIB,
                    512 * MIB,
                    64,
                    MIB,
                    64 * MIB,
                    64 * MIB,
                    64 * MIB);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private JailClient jail;

    private record Run(Ended ended, String stdout, String stderr) {}

    @BeforeEach
    void start() throws JailException {
        jail = RealJail.start(UID);
        jail.open(16 * MIB);
    }

    @AfterEach
    void stop() {
        jail.close();
    }

    private static Exec python(ExecLimits limits) {
        return Exec.program(PYTHON, ENVIRONMENT, limits).sending(MIB, MIB);
    }

    private void program(String source) throws JailException {
        jail.put(Box.PROGRAM, "main.py", source.getBytes(StandardCharsets.UTF_8));
    }

    private Run run(Exec exec) throws JailException, ExecCancelled {
        KeptBytes stdout = new KeptBytes((int) MIB);
        KeptBytes stderr = new KeptBytes((int) MIB);
        Ended ended = jail.exec(exec, stdout, stderr, () -> false);
        return new Run(
                ended,
                new String(stdout.bytes(), StandardCharsets.UTF_8),
                new String(stderr.bytes(), StandardCharsets.UTF_8));
    }

    private Run cold(Exec exec) throws JailException, ExecCancelled {
        Run run = run(exec.warmAt(null));
        assertThat(run.ended().warm()).isFalse();
        return run;
    }

    /** Asks until an interpreter is ready: the first starts of a command line are cold. */
    private Run warm(Exec exec) throws JailException, ExecCancelled {
        long begun = System.nanoTime();
        while (true) {
            Run run = run(exec.warmAt(SOURCE));
            if (run.ended().warm()) {
                return run;
            }
            assertThat(System.nanoTime() - begun)
                    .as("a warm start comes; the last run: %s", run)
                    .isLessThan(PATIENCE);
        }
    }

    @Test
    void aProgramsMemoryDoesNotNameTheFilesOfItsTest() throws Exception {
        jail.put(Box.DATA, "tests/seventh", "7".getBytes(StandardCharsets.UTF_8));
        program(
                """
                import re
                named, looked = set(), 0
                with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:
                    for line in maps:
                        begin, end = (int(at, 16) for at in line.split()[0].split('-'))
                        if '/' in line or '[v' in line or end - begin > 1 << 22:
                            continue
                        try:
                            memory.seek(begin)
                            content = memory.read(end - begin)
                        except OSError:
                            continue
                        looked += 1
                        named.update(re.findall(b'tests[/]sev[a-z]*', content))
                        del content
                print(looked > 3, named)
                """);
        Run run = warm(python(LIMITS).reading("tests/seventh"));
        assertThat(run.stdout()).as("%s", run).isEqualTo("True set()\n");
    }

    @Test
    void aProgramCannotTellByWhatItSees() throws Exception {
        program(
                """
                import os, sys, resource, signal, threading
                print(sys.argv, sys.orig_argv, sys.flags, sys.path, sys.executable, sys.prefix)
                print(sorted(sys.modules), sorted(sys.path_importer_cache),
                    [getattr(f, '__name__', type(f)) for f in sys.meta_path])
                print(__name__, __file__, __spec__, type(__loader__), __loader__.path, __package__)
                print({k: v for k, v in globals().items() if k[:2] != '__'}.keys(), __annotations__)
                print(sorted(globals()), __cached__, __doc__, __builtins__)
                print(dict(os.environ), list(os.environ), os.getcwd(), os.umask(0o22))
                print(os.getpid(), os.getppid(), os.getpgid(0), os.getsid(0), os.getuid())
                print([(fd, os.readlink(f'/proc/self/fd/{fd}').split(':')[0],
                    os.get_inheritable(int(fd))) for fd in os.listdir('/proc/self/fd') if fd < '3'])
                print(len(os.listdir('/proc/self/fd')), os.readlink('/proc/self/exe'))
                print([(n, resource.getrlimit(getattr(resource, n)))
                    for n in dir(resource) if n.startswith('RLIMIT_')])
                print([(n, str(signal.getsignal(n))) for n in signal.valid_signals()])
                print(signal.pthread_sigmask(signal.SIG_BLOCK, []), sys.getrecursionlimit())
                for stream in sys.stdin, sys.stdout, sys.stderr:
                    print(stream, stream.line_buffering, stream.write_through, stream.isatty(),
                        stream.buffer.raw, stream.buffer.seekable(), stream.errors, stream.newlines)
                print(sys.getrefcount(None) > 0, len(sys._current_frames()), sys._getframe().f_back)
                print(threading.active_count(), threading.main_thread().name, threading.stack_size())
                print(open('/proc/self/comm').read(), open('/proc/self/cmdline').read())
                print(open('/proc/1/comm').read(), open('/proc/1/cmdline').read().strip(chr(0)))
                print(open('/proc/self/environ').read().rstrip(chr(0)))
                print(sorted(p for p in os.listdir('/proc') if p.isdigit()), os.listdir('/'))
                status = dict(l.split(':', 1) for l in open('/proc/self/status'))
                print([status.get(k) for k in ('Uid', 'Gid', 'Groups', 'NSpid', 'CapInh', 'CapPrm',
                    'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs', 'Seccomp', 'SigIgn', 'SigCgt',
                    'Threads', 'CoreDumping')])
                print(open('/proc/self/oom_score_adj').read(), os.sched_getaffinity(0))
                print([l.split()[1:4] for l in open('/proc/self/mounts')])
                print(os.nice(0), os.getpriority(os.PRIO_PROCESS, 0), os.times().children_user)
                stack = []
                def on_thread():
                    for line in open('/proc/self/maps'):
                        pass
                    stack.append(threading.get_ident() > 0)
                thread = threading.Thread(target=on_thread)
                thread.start()
                thread.join()
                print(stack, repr(sys.stdin.read()))
                """);
        jail.put(Box.DATA, "in", "some\ninput".getBytes(StandardCharsets.UTF_8));
        Exec exec = python(LIMITS).reading("in");
        Run cold = cold(exec);
        assertThat(cold.stderr()).isEmpty();
        assertThat(warm(exec).stdout().lines()).containsExactlyElementsOf(lines(cold));
        assertThat(warm(exec.reading("in")).ended().exitCode()).isEqualTo(0);
    }

    private static List<String> lines(Run run) {
        assertThat(run.ended().exitCode()).as("%s", run).isEqualTo(0);
        return run.stdout().lines().toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "print('no newline at the end', end='')",
                "print(input()); print(input()); input()",
                "import sys; print(sys.stdin.buffer.read(3)); sys.exit(7)",
                "import sys; sys.exit('a message')",
                "raise SystemExit",
                "def f(n):\n    return f(n + 1)\nf(0)",
                "import sys\nsys.setrecursionlimit(3000)\ndef f(n):\n    try:\n        return f(n + 1)\n"
                        + "    except RecursionError:\n        return n\nprint(f(0))",
                "def f():\n    1 / 0\ntry:\n    f()\nexcept ZeroDivisionError as e:\n    raise KeyError('x') from e",
                "import atexit\natexit.register(print, 'bye')\nprint('hello')",
                "import os\nprint('lost', end='')\nos._exit(3)",
                "import os\nos.abort()",
                "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
                "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nprint('not here')",
                "import signal\nsignal.raise_signal(signal.SIGSEGV)",
                "import ctypes\nctypes.string_at(0)",
                "if True:\nprint(1)",
                "x = 'unfinished",
                "# -*- coding: latin-1 -*-\nprint('\u00e9')",
                "import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('out')",
                "import threading\nthreading.Thread(target=lambda: 1 / 0).start()",
                "import threading\nt = threading.Timer(0.05, print, ['later'])\nt.start()\nprint('first')",
                "import os\npid = os.fork()\nprint('child' if pid == 0 else os.waitpid(pid, 0)[1])",
                "import subprocess\nprint(subprocess.run(['python3', '-c', 'print(6*7)'], capture_output=True))",
                "import multiprocessing\nif __name__ == '__main__':\n    p = multiprocessing.Process("
                        + "target=print, args=(1,))\n    p.start()\n    p.join()\n    print(p.exitcode)",
                "import sys\nclass C:\n    def __del__(self):\n        print('gone', sys.is_finalizing())\nc = C()",
                "import sys\nsys.stdout.close()\nprint('x')",
                "import os\nos.close(1)\nprint('x')",
                "import nowhere",
                "import main",
                "import inspect\nprint(inspect.getsource(inspect.currentframe()))",
                "import gc, sys\nprint(gc.get_threshold(), gc.isenabled(), sys.getswitchinterval())",
                "x = bytearray(10 ** 9)",
                "import threading\nthreading.stack_size(0)\nts = [threading.Thread(target=print, args=(i,)) for i in range(3)]\n"
                        + "[(t.start(), t.join()) for t in ts]",
                "\0",
                ""
            })
    void aProgramEndsAsItWouldHave(String source) throws Exception {
        program(source);
        jail.put(Box.DATA, "in", "one\ntwo\n".getBytes(StandardCharsets.UTF_8));
        Exec exec = python(LIMITS).reading("in");
        Run cold = cold(exec);
        Run warm = warm(exec);
        assertThat(warm.stdout()).isEqualTo(cold.stdout());
        assertThat(warm.stderr()).isEqualTo(cold.stderr());
        assertThat(List.of(word(warm.ended()))).isEqualTo(List.of(word(cold.ended())));
    }

    private static String word(Ended ended) {
        return ended.exitCode() + " " + ended.signal() + " " + ended.stop();
    }

    @Test
    void noTwoRunsShareTheirRandomness() throws Exception {
        program(
                """
                import os, random, secrets, tempfile, uuid
                print(random.getrandbits(64))
                print(os.urandom(8).hex())
                print(uuid.uuid4())
                print(uuid.uuid1())
                print(secrets.token_hex(8))
                print(tempfile.mktemp())
                """);
        Exec exec = python(LIMITS);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            lines(warm(exec)).forEach(line -> assertThat(seen.add(line)).as(line).isTrue());
        }
    }

    /**
     * Copies of one interpreter have one hash seed; it is used for few runs, and not past a pause.
     */
    @Test
    void aHashSeedIsSoonForgotten() throws Exception {
        program("print(hash('gretlab'))");
        Exec exec = python(LIMITS);
        List<String> seeds = new ArrayList<>();
        int runs = 200;
        for (int i = 0; i < runs; i++) {
            seeds.add(run(exec.warmAt(SOURCE)).stdout());
        }
        for (String seed : new HashSet<>(seeds)) {
            assertThat(seeds.stream().filter(seed::equals).count()).isLessThanOrEqualTo(64);
        }
        String before = warm(exec).stdout();
        long begun = System.nanoTime();
        String after = before;
        while (after.equals(before)) {
            assertThat(System.nanoTime() - begun).isLessThan(PATIENCE);
            // the pause is what is tested; the next interpreter may need longer on a busy machine
            TimeUnit.MILLISECONDS.sleep(500);
            after = warm(exec).stdout();
        }
    }

    @Test
    void nothingIsLeftForTheNextRun() throws Exception {
        Exec exec = python(LIMITS);
        program(
                """
                import builtins, os, sys, socket
                builtins.secret = sys.secret = 'left'
                os.environ['SECRET'] = 'left'
                sys.modules['secret'] = sys
                sys.path.append('left')
                for folder in '/tmp', '/work', '/dev/shm':
                    open(folder + '/left', 'w').write('left')
                os.dup2(1, 77)
                socket.socket()
                """);
        lines(warm(exec));
        program(
                """
                import builtins, os, sys
                print(hasattr(builtins, 'secret'), hasattr(sys, 'secret'), 'SECRET' in os.environ,
                    'secret' in sys.modules, 'left' in sys.path,
                    [os.listdir(f) for f in ('/tmp', '/work', '/dev/shm')], os.listdir('/proc/self/fd'))
                """);
        assertThat(lines(warm(exec)))
                .containsExactly("False False False False False [[], [], []] ['0', '1', '2', '3']");
    }

    /** What one job was asked to do is in no memory that the next is copied from. */
    @Test
    void requestsLeaveNoTraceInTheInterpreter() throws Exception {
        program("print(1)");
        jail.put(Box.DATA, "name-of-an-input", "x".getBytes(StandardCharsets.UTF_8));
        Exec exec = python(LIMITS);
        lines(warm(exec.reading("name-of-an-input")));
        program(
                """
                import re
                needle = re.compile(b'[n]ame-of-an-input')
                areas = [line.split() for line in open('/proc/self/maps')]
                found = 0
                for area in areas:
                    if area[1][:2] == 'rw' and area[-1][:2] != '[v':
                        begin, end = (int(x, 16) for x in area[0].split('-'))
                        with open('/proc/self/mem', 'rb', 0) as memory:
                            memory.seek(begin)
                            found += len(needle.findall(memory.read(end - begin)))
                print(len(areas) > 10, found)
                """);
        assertThat(lines(warm(exec))).containsExactly("True 0");
    }

    @Test
    void anInterpreterThatIsKilledCostsNothing() throws Exception {
        program("print(6 * 7)");
        Exec exec = python(LIMITS);
        for (int i = 0; i < 20; i++) {
            lines(warm(exec));
            for (ProcessHandle interpreter : RealJail.waiting(jail)) {
                interpreter.destroyForcibly();
            }
            Run run = run(exec.warmAt(SOURCE));
            assertThat(run.stdout()).as("%s", run).isEqualTo("42\n");
            assertThat(run.ended().exitCode()).isEqualTo(0);
        }
    }

    @Test
    void whatCannotWaitStartsFromNothing() throws Exception {
        // it never asks for the file, and ends at once
        Exec exec =
                Exec.program(List.of("sh", "-c", "echo here"), ENVIRONMENT, LIMITS)
                        .sending(MIB, MIB)
                        .warmAt(SOURCE);
        for (int i = 0; i < 10; i++) {
            Run run = run(exec);
            assertThat(run.stdout()).isEqualTo("here\n");
            assertThat(run.ended().warm()).isFalse();
        }
    }

    @Test
    void limitsHoldInACopy() throws Exception {
        Exec exec = python(LIMITS);
        program("while True: pass");
        assertThat(warm(exec).ended().stop()).isEqualTo(Stop.CPU);
        program("x = []\nwhile True: x.append(bytearray(1 << 20))");
        Ended full = warm(exec).ended();
        assertThat(full.stop() == Stop.MEMORY || full.memoryDenied()).as("%s", full).isTrue();
        program("while True: print('x' * 1000)");
        assertThat(warm(exec).ended().stop()).isEqualTo(Stop.OUTPUT);
        program(
                "import os, time\nfor i in range(100):\n    if os.fork() == 0: time.sleep(9)\ntime.sleep(9)");
        Ended crowd = warm(exec).ended();
        assertThat(crowd.stop() == Stop.PROCESSES || crowd.exitCode() != null).isTrue();
        program("print(6 * 7)");
        assertThat(lines(warm(exec))).containsExactly("42");
    }

    @Test
    void aValidatorHasAnInterpreterOfItsOwn() throws Exception {
        program("print(hash('gretlab'))");
        jail.put(
                Box.VALIDATOR,
                "main.py",
                "print(hash('gretlab'))".getBytes(StandardCharsets.UTF_8));
        Exec exec = python(LIMITS);
        String programs = warm(exec).stdout();
        String validators = warm(exec.in(Box.VALIDATOR)).stdout();
        assertThat(validators).isNotEqualTo(programs);
    }

    @Test
    void stacksAreAsLargeAsTheLimitSays() throws Exception {
        program(
                """
                import ctypes, resource, threading
                class Attributes(ctypes.Structure):
                    _fields_ = [('room', ctypes.c_char * 64)]
                c = ctypes.CDLL(None)
                attributes, size = Attributes(), ctypes.c_size_t()
                def own():
                    c.pthread_self.restype = ctypes.c_ulong
                    c.pthread_getattr_np(ctypes.c_ulong(c.pthread_self()), ctypes.byref(attributes))
                    c.pthread_attr_getstacksize(ctypes.byref(attributes), ctypes.byref(size))
                    print((size.value + 2 ** 19) >> 20)
                own()
                t = threading.Thread(target=own)
                t.start()
                t.join()
                print(resource.getrlimit(resource.RLIMIT_STACK))
                """);
        for (long stack : new long[] {8 * MIB, 64 * MIB, 100 * MIB}) {
            ExecLimits limits =
                    new ExecLimits(
                            2_000_000,
                            11_000_000,
                            256 * MIB,
                            1024 * MIB,
                            64,
                            MIB,
                            64 * MIB,
                            64 * MIB,
                            stack);
            Exec exec = python(limits);
            assertThat(warm(exec).stdout()).isEqualTo(cold(exec).stdout());
        }
    }
}
