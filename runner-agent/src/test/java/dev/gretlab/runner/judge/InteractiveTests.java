/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.RealJail;
import dev.gretlab.runner.jail.Stop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Judging by a validator that talks to the program, in the real jail. */
@Tag("jail")
class InteractiveTests {

    private static final Limits LIMITS = new Limits(2_000, 11_000, 256, 1_024);

    /** Says its input, hears a number, and writes messages; other ways by argument. */
    private static final String VALIDATOR =
            """
            import sys, time
            from pathlib import Path
            due = open(sys.argv[2]).read().strip()
            how = sys.argv[4] if len(sys.argv) > 4 else "usual"
            def finish(code, word):
                (Path(sys.argv[3]) / "judgemessage.txt").write_text("for staff: " + word)
                (Path(sys.argv[3]) / "teammessage.txt").write_text("for all: " + word)
                sys.exit(code)
            if how == "at once":
                finish(43, "at once")
            if how == "accepts at once":
                finish(42, "fine")
            if how == "fails at once":
                print("what now", file=sys.stderr)
                finish(7, "oh")
            if how == "spins":
                while True: pass
            print(open(sys.argv[1]).read().strip(), flush=True)
            heard = sys.stdin.readline().strip()
            if how == "says no":
                print("no", flush=True)
                finish(43, "no")
            if heard == "" and how == "fails at the end":
                sys.exit(1)
            if heard != due:
                finish(43, "heard " + (heard or "nothing"))
            if how == "hears it out" and sys.stdin.read():
                finish(43, "too much")
            finish(42, "well done")
            """;

    private JailBench bench;
    private Validator.Custom validator;

    @BeforeEach
    void start() throws JailBroken {
        bench = new JailBench(60_123);
        validator = validator(bench);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private static Validator.Custom validator(JailBench bench) {
        return new Validator.Custom(
                "python",
                List.of(new Validator.File("talk.py", bench.file(VALIDATOR))),
                1_000,
                128,
                true);
    }

    private static TestCase test(JailBench bench, int number, String input, String... args) {
        return new TestCase(
                number,
                "sample",
                true,
                bench.file(input + "\n"),
                bench.file(Integer.parseInt(input) * 2 + "\n"),
                List.of(args));
    }

    private static Judgement judge(
            JailBench bench, Validator validator, Limits limits, String source, TestCase... tests)
            throws Exception {
        return bench.judge(
                new Assignment(
                        7,
                        "python",
                        source.getBytes(StandardCharsets.UTF_8),
                        limits,
                        new Work.Tests(validator, List.of(tests))));
    }

    private Judgement judge(String source, String... args) throws Exception {
        return judge(bench, validator, LIMITS, source, test(bench, 1, "4", args));
    }

    private static TestResult only(Judgement judgement) {
        assertThat(judgement.tests()).hasSize(1);
        return Objects.requireNonNull(judgement.tests()).getFirst();
    }

    @Test
    void talksOnEveryTest() throws Exception {
        Judgement judgement =
                judge(
                        bench,
                        validator,
                        LIMITS,
                        "print(int(input()) * 2, flush=True)",
                        test(bench, 1, "4"),
                        test(bench, 2, "-7", "hears it out"));
        assertThat(judgement.verdict()).isEqualTo(Verdict.ACCEPTED);
        TestResult first = Objects.requireNonNull(judgement.tests()).getFirst();
        assertThat(first.stdout()).as("what it said is shown").asString().isEqualTo("8\n");
        assertThat(first.message()).isEqualTo("for all: well done");
        assertThat(first.staffMessage()).isEqualTo("for staff: well done");
        assertThat(judgement.facts().exitCode()).isZero();
    }

    @Test
    void aWordAgainstItBeatsWhatItDoesThen() throws Exception {
        for (String then :
                List.of(
                        "import time; time.sleep(60)",
                        "input(); raise SystemExit(3)",
                        "while True: print('more', flush=True)")) {
            Judgement judgement = judge("input(); print(1, flush=True)\n" + then, "says no");
            assertThat(judgement.verdict()).as(then).isEqualTo(Verdict.WRONG_ANSWER);
            assertThat(only(judgement).message()).as(then).isEqualTo("for all: no");
            assertThat(only(judgement).facts().stoppedBy()).as(then).isNull();
        }
        Judgement stopped = judge("import time; time.sleep(60)", "at once");
        assertThat(stopped.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        assertThat(stopped.facts().signal()).as("our kill is not its end").isNull();
        assertThat(stopped.facts().exitCode()).isNull();
    }

    @Test
    void aCrashBeatsTheWordThatItBringsAbout() throws Exception {
        Judgement crash = judge("input(); raise SystemExit(3)");
        assertThat(only(crash).message()).as("of a word that does not count").isNull();
        assertThat(crash.verdict()).isEqualTo(Verdict.RUNTIME_ERROR);
        assertThat(crash.facts().exitCode()).isEqualTo(3);
        assertThat(judge("input(); raise SystemExit(3)", "fails at the end").verdict())
                .as("a validator that the end confuses")
                .isEqualTo(Verdict.RUNTIME_ERROR);
    }

    @Test
    void anEarlyEndIsWrongAndACrashAfterAWrongWordToo() throws Exception {
        Judgement early = judge("input()");
        assertThat(early.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        assertThat(only(early).staffMessage()).isEqualTo("for staff: heard nothing");
        Judgement wrong = judge("input(); print(9, flush=True); raise SystemExit(3)");
        assertThat(wrong.verdict()).isEqualTo(Verdict.WRONG_ANSWER);
        assertThat(only(wrong).staffMessage()).isEqualTo("for staff: heard 9");
    }

    @Test
    void whoIsAcceptedMustStillEndWell() throws Exception {
        assertThat(
                        judge("input(); print(8, flush=True)\nfor _ in range(99): print('x' * 99)")
                                .verdict())
                .as("words into the void harm nobody")
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(judge("raise SystemExit(3)", "accepts at once").verdict())
                .isEqualTo(Verdict.RUNTIME_ERROR);
        Judgement spins = judge("while True: pass", "accepts at once");
        assertThat(spins.verdict()).isEqualTo(Verdict.TIME_LIMIT);
        assertThat(spins.facts().stoppedBy()).isEqualTo(Stop.CPU);
    }

    @Test
    void whoeverWaitsOrFloodsMeetsItsLimit() throws Exception {
        Limits brief = new Limits(300, 900, 256, 256);
        Judgement waits = judge(bench, validator, brief, "input(); input()", test(bench, 1, "4"));
        assertThat(waits.verdict()).isEqualTo(Verdict.TIME_LIMIT);
        assertThat(waits.facts().stoppedBy()).isEqualTo(Stop.WALL);
        Judgement floods =
                judge(
                        bench,
                        validator,
                        new Limits(2_000, 11_000, 256, 256),
                        "input()\nprint(8, flush=True)\nwhile True: print('x' * 99)",
                        test(bench, 1, "4", "hears it out"));
        assertThat(floods.verdict()).isEqualTo(Verdict.OUTPUT_LIMIT);
        Judgement eats = judge("x = [bytearray(1 << 20) for _ in range(9999)]");
        assertThat(eats.verdict()).isEqualTo(Verdict.MEMORY_LIMIT);
    }

    @Test
    void aValidatorThatFailsIsOurFailure() throws Exception {
        assertThatThrownBy(() -> judge("input()", "fails at once"))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("exited with 7")
                .hasMessageContaining("for staff: oh")
                .hasMessageContaining("what now");
        assertThatThrownBy(() -> judge("input()", "spins"))
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("was stopped (cpu)");
        assertThatThrownBy(() -> judge("input()", "fails at the end"))
                .as("whose program ended well")
                .isInstanceOf(JudgeFailed.class)
                .hasMessageContaining("exited with 1");
        assertThat(judge("print(int(input()) * 2)").verdict())
                .as("the next job")
                .isEqualTo(Verdict.ACCEPTED);
    }

    @Test
    void aMissIsMeasuredAgain() throws Exception {
        Repeats repeats = new Repeats(Duration.ofSeconds(1), Duration.ofSeconds(1), () -> 0);
        try (JailBench counting = new JailBench(60_124, repeats)) {
            Judgement judgement =
                    judge(
                            counting,
                            validator(counting),
                            new Limits(600, 9_000, 256, 1_024),
                            """
                            import time
                            while time.process_time() < 0.66: pass
                            print(int(input()) * 2)
                            """,
                            test(counting, 1, "4"));
            assertThat(judgement.verdict()).isEqualTo(Verdict.TIME_LIMIT);
            assertThat(repeats.begin(8, Duration.ofSeconds(1))).as("no time was used").isNull();
        }
    }

    private static final Map<String, Verdict> CLAIMS =
            Map.of(
                    "accepted", Verdict.ACCEPTED,
                    "wrong_answer", Verdict.WRONG_ANSWER,
                    "run_time_error", Verdict.RUNTIME_ERROR,
                    "time_limit_exceeded", Verdict.TIME_LIMIT);

    /** The demo problem's own submissions, as they claim. */
    @TestFactory
    Stream<DynamicTest> theDemoProblemsSubmissions() throws IOException {
        Path problem = RealJail.root().resolve("hack/demo/problems/lamp");
        List<Path> submissions = files(problem.resolve("submissions"), "");
        assertThat(submissions).hasSizeGreaterThan(10);
        return submissions.stream()
                .map(file ->
                        DynamicTest.dynamicTest(
                                file.getFileName().toString(), () -> demo(problem, file)));
    }

    private void demo(Path problem, Path submission) throws Exception {
        Validator demo =
                new Validator.Custom(
                        "python",
                        List.of(
                                new Validator.File(
                                        "validate.py",
                                        bench.file(
                                                Files.readString(
                                                        problem.resolve(
                                                                "output_validator/validate.py"))))),
                        10_000,
                        256,
                        true);
        List<TestCase> tests = new ArrayList<>();
        for (Path input : files(problem.resolve("data"), ".in")) {
            Path answer = Path.of(input.toString().replaceFirst("in$", "ans"));
            if (Files.exists(answer)) {
                tests.add(
                        new TestCase(
                                tests.size() + 1,
                                "secret",
                                true,
                                bench.file(Files.readString(input)),
                                bench.file(Files.readString(answer)),
                                List.of()));
            }
        }
        String name = submission.getFileName().toString();
        Judgement judgement =
                bench.judge(
                        new Assignment(
                                7,
                                language(name),
                                Files.readAllBytes(submission),
                                LIMITS,
                                new Work.Tests(demo, tests)));
        String claim = submission.getName(submission.getNameCount() - 2).toString();
        assertThat(judgement.verdict())
                .as("%s, %s", judgement.facts(), judgement.staffMessage())
                .isEqualTo(CLAIMS.get(claim));
    }

    private static String language(String file) {
        return switch (file.substring(file.lastIndexOf('.'))) {
            case ".py" -> "python";
            case ".js" -> "javascript";
            case ".cpp" -> "cpp";
            default -> file.substring(file.lastIndexOf('.') + 1);
        };
    }

    private static List<Path> files(Path below, String ending) throws IOException {
        try (Stream<Path> walk = Files.walk(below)) {
            return walk.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
