/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.RealJail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The programs of a case file, each through the real jail, and after each the next job. Another
 * file than the repository's by -Dgretlab.cases=PATH. Left out where hack/soak judges them in every
 * setting.
 */
@Tag("cases")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JailCaseTests {

    private static final int UID = 60_101;
    private static final Limits USUAL = new Limits(2_000, 11_000, 256, 1_024);

    private JailBench bench;
    private long processes;

    @BeforeAll
    void start() throws JailBroken {
        bench = bench();
        processes = processes(bench);
    }

    JailBench bench() throws JailBroken {
        return new JailBench(UID);
    }

    long processes(JailBench of) {
        return RealJail.processesOf(of.jail());
    }

    @AfterAll
    void stop() {
        bench.close();
    }

    Path file() {
        String file = System.getProperty("gretlab.cases");
        return file == null
                ? RealJail.root().resolve("sandbox-runtimeclass/cases/cases.json")
                : Path.of(file);
    }

    @TestFactory
    Stream<DynamicTest> cases() throws IOException {
        List<JailCase> cases = JailCase.read(file(), bench.jail().hello().isolation());
        assertThat(cases).isNotEmpty();
        return cases.stream()
                .map(each -> DynamicTest.dynamicTest(each.id(), () -> getsItsVerdict(each)));
    }

    private void getsItsVerdict(JailCase each) throws Exception {
        assumeTrue(
                bench.offers(each.language()),
                "the tools of "
                        + each.language()
                        + " are missing on this machine, or where jails do not see them");
        for (int i = 0; i < each.repeat(); i++) {
            long begun = System.nanoTime();
            Judgement judgement =
                    bench.judge(
                            new Assignment(
                                    7,
                                    each.language(),
                                    each.source(),
                                    each.limits(),
                                    new Work.FreeRun(each.stdin())));
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            check(each, judgement);
            assertThat(tookMs).as("milliseconds").isLessThanOrEqualTo(each.withinMs());
        }
        assertThat(processes(bench)).as("processes left").isEqualTo(processes);
        Judgement next = bench.run("python", "print(6 * 7)", "", USUAL);
        assertThat(next.verdict()).as("the next job").isEqualTo(Verdict.ACCEPTED);
        assertThat(text(next.stdout())).as("the next job").isEqualTo("42\n");
    }

    private static void check(JailCase each, Judgement judgement) {
        assertThat(judgement.verdict().word())
                .as(
                        "verdict; %s, compiler: %s, message: %s, stderr: %s",
                        judgement.facts(),
                        shown(judgement.compileOutput()),
                        judgement.message(),
                        shown(judgement.stderr()))
                .isIn(each.verdicts());
        byte[] due = each.stdout();
        if (due != null && judgement.verdict() == Verdict.ACCEPTED) {
            assertThat(judgement.stdout())
                    .as("stdout: %s, due: %s", shown(judgement.stdout()), shown(due))
                    .isEqualTo(due);
        }
        Integer exitCode = each.exitCode();
        if (exitCode != null) {
            assertThat(judgement.facts().exitCode()).as("exit code").isEqualTo(exitCode);
        }
        Integer signal = each.signal();
        if (signal != null) {
            assertThat(judgement.facts().signal()).as("signal").isEqualTo(signal);
        }
        String limit = each.limit();
        if (limit != null) {
            assertThat(judgement.facts().limit()).as("limit").isEqualTo(limit);
        }
        String message = each.messageHas();
        if (message != null) {
            assertThat(text(judgement.compileOutput())).as("message").contains(message);
        }
        assertThat(judgement.facts().memoryKb() >> 10)
                .as("MiB")
                .isLessThanOrEqualTo(each.memoryAtMostMb());
        byte[] start = each.stdoutStarts();
        if (start != null) {
            assertThat(judgement.stdout())
                    .as("stdout: %s", shown(judgement.stdout()))
                    .startsWith(start);
        }
    }

    private static String shown(byte[] bytes) {
        return PlainText.of(bytes, 600);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
