/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The agent's process against a real database and the real jail. */
@Tag("db")
@Execution(ExecutionMode.CONCURRENT)
class AgentTests {

    private static final int SLOTS = 4;
    private static final AtomicInteger NEXT_UID = new AtomicInteger(60_301);
    private static final String HELLO = "print('hello', input())";
    // longer than a lease, so that only heartbeats keep it
    private static final String SEVEN_SECONDS = "import time; time.sleep(7); print('done')";
    private static final String TWO_SECONDS = "import time; time.sleep(2); print('done')";

    // of its own for each test, since several go on at once
    private final int uid = NEXT_UID.getAndAdd(SLOTS);

    @TempDir private Path workDir;
    private Lab lab;

    @BeforeEach
    void open() throws SQLException {
        lab = Lab.open();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private AgentProcess agent(int slots) throws Exception {
        return AgentProcess.start(lab.database(), workDir, slots, uid);
    }

    private long attemptsWithoutVerdict() throws SQLException {
        return lab.count("select count(*) from job_attempts");
    }

    @Test
    void aRunGetsItsVerdictAndOutput() throws Exception {
        try (AgentProcess agent = agent(1)) {
            UUID right = lab.run("python", HELLO, "world\n");
            UUID wrong = lab.run("python", "print('oops'); exit(3)", "");
            UUID broken = lab.run("python", "print(", "");
            assertThat(lab.awaitVerdict(right)).isEqualTo("accepted");
            assertThat(lab.stdout(right)).isEqualTo("hello world\n");
            assertThat(lab.awaitVerdict(wrong)).isEqualTo("runtime_error");
            assertThat(lab.stdout(wrong)).isEqualTo("oops\n");
            assertThat(
                            lab.count(
                                    "select exit_code::bigint from job_results where job_id = ?",
                                    wrong))
                    .isEqualTo(3);
            assertThat(lab.awaitVerdict(broken)).isEqualTo("compile_error");
            assertThat(
                            lab.one(
                                    String.class,
                                    "select convert_from(compile_output, 'UTF8') from job_results"
                                            + " where job_id = ?",
                                    broken))
                    .contains("SyntaxError");
            Lab.await(
                    Duration.ofSeconds(10),
                    "three attempts to be counted",
                    () -> agent.metric("gretlab_job_attempts_total{outcome=\"verdict\"}") == 3);
            assertThat(agent.metric("gretlab_job_wait_seconds_count{kind=\"run\"}")).isEqualTo(3);
        }
    }

    /** Three hidden tests that share a hundred points; the answer is twice the input. */
    private UUID doubling(String score) throws SQLException {
        UUID version = lab.problem(lab.course(), "doubling", "{\"kind\": \"default\"}");
        for (int number = 1; number <= 4; number++) {
            lab.test(version, number, number == 1, number + "\n", 2 * number + "\n");
        }
        lab.one(
                UUID.class,
                "update problem_versions set grading = ?::jsonb where id = ? returning id",
                """
                {"maxScore": "100", "groups": [
                    {"name": "data", "parent": null, "breaks": false, "verdict": "first_error", "acceptedIfAny": false,
                     "ignoresSample": false, "score": "sum", "scoredIfRejected": true, "accepted": "0", "rejected": "0",
                     "scoreFiles": "ignored", "lowest": null, "highest": null, "requires": [], "maxScore": "100", "shown": false},
                    {"name": "sample", "parent": "data", "breaks": false, "verdict": "first_error", "acceptedIfAny": false,
                     "ignoresSample": false, "score": "none", "scoredIfRejected": true, "accepted": "0", "rejected": "0",
                     "scoreFiles": "ignored", "lowest": null, "highest": null, "requires": [], "maxScore": null, "shown": true},
                    {"name": "secret", "parent": "data", "breaks": false, "verdict": "first_error", "acceptedIfAny": false,
                     "ignoresSample": false, "score": "%s", "scoredIfRejected": true, "accepted": "100/3", "rejected": "0",
                     "scoreFiles": "bounded", "lowest": "0", "highest": "100", "requires": ["sample"], "maxScore": "100", "shown": true}]}\
                """
                        .formatted(score),
                version);
        return version;
    }

    private String groups(UUID job) throws SQLException {
        return lab.one(
                String.class,
                "select string_agg(concat_ws(' ', name, coalesce(verdict, 'not run'), score), ', ' order by number)"
                        + " from job_groups where job_id = ?",
                job);
    }

    private String score(UUID job) throws SQLException {
        return lab.one(
                String.class,
                "select trim_scale(score)::text from job_results where job_id = ?",
                job);
    }

    @Test
    void pointsOfGroupsAreRecorded() throws Exception {
        UUID problem = doubling("sum");
        try (AgentProcess agent = agent(1)) {
            UUID all = lab.submit(problem, "python", "print(2 * int(input()))");
            UUID some = lab.submit(problem, "python", "n = int(input())\nprint(6 if n > 2 else 2)");
            UUID none = lab.submit(problem, "python", "print('no')");
            assertThat(lab.awaitVerdict(all)).isEqualTo("accepted");
            assertThat(score(all)).as("three thirds of a hundred").isEqualTo("100");
            assertThat(groups(all))
                    .isEqualTo(
                            "data accepted 100.000000, sample accepted, secret accepted 100.000000");
            assertThat(lab.awaitVerdict(some)).isEqualTo("wrong_answer");
            assertThat(score(some)).isEqualTo("33.333333");
            assertThat(lab.awaitVerdict(none)).isEqualTo("wrong_answer");
            assertThat(groups(none))
                    .as("it requires the sample")
                    .isEqualTo(
                            "data wrong_answer 0.000000, sample wrong_answer, secret not run 0.000000");
            assertThat(lab.count("select count(*) from job_tests where job_id = ?", none))
                    .isEqualTo(1);
            assertThat(agent.metric("gretlab_job_attempts_total{outcome=\"verdict\"}"))
                    .isEqualTo(3);
        }
    }

    @Test
    void aGradingThatARunnerDoesNotKnowIsOurFailureAndNamed() throws Exception {
        UUID problem = doubling("median");
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.submit(problem, "python", "print(2 * int(input()))");
            assertThat(lab.awaitVerdict(job)).isEqualTo("system_error");
            assertThat(
                            lab.one(
                                    String.class,
                                    "select staff_message from job_results where job_id = ?",
                                    job))
                    .contains("unknown score \"median\"");
            assertThat(agent.get("/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void leasesAreRenewedWhileAJobRuns() throws Exception {
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.run("python", SEVEN_SECONDS, "");
            assertThat(lab.awaitVerdict(job)).isEqualTo("accepted");
            assertThat(attemptsWithoutVerdict()).isZero();
            assertThat(agent.metric("gretlab_leases_lapsed_total")).isZero();
        }
    }

    @Test
    void tenJobsSurviveTheirRunnersDeath() throws Exception {
        List<UUID> jobs = new ArrayList<>();
        List<ProcessHandle> programs;
        try (AgentProcess first = agent(4)) {
            for (int i = 0; i < 10; i++) {
                jobs.add(lab.run("python", "import time; time.sleep(1); print(" + i + ")", ""));
            }
            Lab.await(Duration.ofSeconds(20), "a first verdict", () -> doneOf(jobs) > 0);
            Lab.await(Duration.ofSeconds(20), "jobs to run", () -> runningOf(jobs) > 0);
            programs = first.descendants();
            first.kill();
        }
        assertThat(programs).isNotEmpty();
        Lab.await(
                Duration.ofSeconds(10),
                "the jails to die with their agent",
                () -> programs.stream().noneMatch(ProcessHandle::isAlive));
        try (AgentProcess second = agent(4)) {
            for (int i = 0; i < jobs.size(); i++) {
                assertThat(lab.awaitVerdict(jobs.get(i))).isEqualTo("accepted");
                assertThat(lab.stdout(jobs.get(i))).isEqualTo(i + "\n");
            }
            assertThat(lab.count("select count(*) from job_results")).isEqualTo(10);
            assertThat(second.get("/healthz").statusCode()).isEqualTo(200);
        }
    }

    private long doneOf(List<UUID> jobs) {
        return countOf(jobs, "done");
    }

    private long runningOf(List<UUID> jobs) {
        return countOf(jobs, "running");
    }

    private long begunOf(List<UUID> jobs) {
        return countOf(
                "select count(*) from jobs where state = ? and phase = 'testing' and id = any (?)",
                "running",
                jobs.toArray(UUID[]::new));
    }

    private long countOf(List<UUID> jobs, String state) {
        return countOf(
                "select count(*) from jobs where state = ? and id = any (?)",
                state,
                jobs.toArray(UUID[]::new));
    }

    private long countOf(String query, Object... values) {
        try {
            return lab.count(query, values);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDrainedRunnerFinishesWhatItHas() throws Exception {
        try (AgentProcess agent = agent(2)) {
            List<UUID> jobs =
                    List.of(
                            lab.run("python", SEVEN_SECONDS, ""),
                            lab.run("python", TWO_SECONDS, ""));
            // a claim alone would not do: what a slot has not begun, a drain gives back
            Lab.await(Duration.ofSeconds(20), "both programs to run", () -> begunOf(jobs) == 2);
            UUID later = lab.run("python", HELLO, "later\n");
            agent.terminate();
            Lab.await(
                    Duration.ofSeconds(10),
                    "the agent to say that it is not ready",
                    () -> agent.get("/readyz").statusCode() == 503);
            assertThat(agent.awaitExit()).isZero();
            for (UUID job : jobs) {
                assertThat(lab.verdict(job)).isEqualTo("accepted");
            }
            assertThat(lab.state(later)).isEqualTo("queued");
            assertThat(attemptsWithoutVerdict()).isZero();
            assertThat(lab.one(String.class, "select state from runners")).isEqualTo("gone");
        }
    }

    @Test
    void aSecondSignalHandsBackWhatIsUnfinished() throws Exception {
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.run("python", SEVEN_SECONDS, "");
            Lab.await(Duration.ofSeconds(20), "the job to run", () -> runningOf(List.of(job)) == 1);
            agent.terminate();
            Lab.await(
                    Duration.ofSeconds(10),
                    "the agent to drain",
                    () -> agent.log().contains("Draining"));
            agent.terminate();
            assertThat(agent.awaitExit()).isZero();
            assertThat(lab.state(job)).isEqualTo("queued");
            assertThat(lab.count("select attempt::bigint from jobs where id = ?", job)).isZero();
            assertThat(lab.one(String.class, "select outcome from job_attempts"))
                    .isEqualTo("given_back");
        }
    }

    @Test
    void aCancelledJobIsKilled() throws Exception {
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.run("python", "while True: pass", "");
            Lab.await(Duration.ofSeconds(20), "the job to run", () -> runningOf(List.of(job)) == 1);
            UUID sleeper = lab.run("python", "import time; time.sleep(60)", "");
            assertThat(lab.awaitVerdict(job)).isEqualTo("time_limit");
            Lab.await(
                    Duration.ofSeconds(20),
                    "the sleeper to run",
                    () -> runningOf(List.of(sleeper)) == 1);
            lab.one(String.class, "select cancel_job(?, null)", sleeper);
            Lab.await(
                    Duration.ofSeconds(5),
                    "the sleeper to be killed",
                    () -> agent.metric("gretlab_job_attempts_total{outcome=\"lease_lost\"}") == 1);
            UUID next = lab.run("python", HELLO, "next\n");
            assertThat(lab.awaitVerdict(next)).isEqualTo("accepted");
            assertThat(lab.verdict(sleeper)).isEqualTo("cancelled");
        }
    }

    @Test
    void aDatabaseThatRestartsCostsNothing() throws Exception {
        try (AgentProcess agent = agent(2)) {
            List<UUID> jobs =
                    List.of(
                            lab.run("python", TWO_SECONDS, ""),
                            lab.run("python", SEVEN_SECONDS, ""));
            Lab.await(Duration.ofSeconds(20), "both to run", () -> runningOf(jobs) == 2);
            lab.server().crash();
            // the first job ends while there is no database to tell
            Lab.await(
                    Duration.ofSeconds(10),
                    "the first program to end",
                    () -> agent.log().contains("cannot be reached"));
            Thread.sleep(Duration.ofMillis(2_500));
            lab.server().up();
            for (UUID job : jobs) {
                assertThat(lab.awaitVerdict(job)).isEqualTo("accepted");
                assertThat(lab.stdout(job)).isEqualTo("done\n");
            }
            assertThat(attemptsWithoutVerdict()).isZero();
            UUID next = lab.run("python", HELLO, "again\n");
            assertThat(lab.awaitVerdict(next)).isEqualTo("accepted");
        }
    }

    @Test
    void anOutageLongerThanALeaseBurnsNoAttempt() throws Exception {
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.run("python", "import time; time.sleep(9); print('done')", "");
            Lab.await(Duration.ofSeconds(20), "the job to run", () -> runningOf(List.of(job)) == 1);
            lab.server().crash();
            Lab.await(
                    Duration.ofSeconds(15),
                    "the agent to kill what may not be its own",
                    () -> agent.log().contains("could not be renewed"));
            lab.server().up();
            assertThat(lab.awaitVerdict(job)).isEqualTo("accepted");
            assertThat(lab.count("select attempt::bigint from jobs where id = ?", job))
                    .isEqualTo(1);
        }
    }

    @Test
    void submissionsAreJudgedByTestsAndValidators() throws Exception {
        UUID course = lab.course();
        UUID sum = lab.problem(course, "sum", "{\"kind\": \"default\", \"caseSensitive\": false}");
        lab.test(sum, 1, true, "1 2\n", "3\n");
        lab.test(sum, 2, false, "20 22\n", "42\n");
        lab.test(sum, 3, false, "-5 5\n", "0\n");
        byte[] source =
                lab.blob(
                        """
                        import sys
                        n = int(open(sys.argv[1]).read())
                        try:
                            a, b = map(int, sys.stdin.read().split())
                        except ValueError:
                            open(sys.argv[3] + "judgemessage.txt", "w").write("two numbers are due")
                            sys.exit(43)
                        sys.exit(42 if a + b == n else 43)
                        """);
        UUID pair =
                lab.problem(
                        course,
                        "pair",
                        "{\"kind\": \"custom\", \"language\": \"python\", \"cpuMs\": 5000,"
                                + " \"memoryMb\": 256, \"files\": [{\"name\": \"validate.py\","
                                + " \"hash\": \""
                                + HexFormat.of().formatHex(source)
                                + "\"}]}");
        lab.test(pair, 1, true, "7\n", "3 4\n");
        lab.test(pair, 2, false, "100\n", "1 99\n");
        try (AgentProcess agent = agent(1)) {
            UUID right = lab.submit(sum, "python", "print(sum(map(int, input().split())))");
            UUID wrong =
                    lab.submit(sum, "python", "print(abs(sum(map(int, input().split()))) or 1)");
            UUID pairRight = lab.submit(pair, "python", "n = int(input()); print(1, n - 1)");
            UUID pairWrong = lab.submit(pair, "python", "print('what?')");
            assertThat(lab.awaitVerdict(right)).isEqualTo("accepted");
            assertThat(tests(right)).isEqualTo(3);
            assertThat(lab.awaitVerdict(wrong)).isEqualTo("wrong_answer");
            assertThat(tests(wrong)).isEqualTo(3);
            assertThat(lab.awaitVerdict(pairRight)).isEqualTo("accepted");
            assertThat(lab.awaitVerdict(pairWrong)).isEqualTo("wrong_answer");
            assertThat(tests(pairWrong)).isEqualTo(1);
            assertThat(
                            lab.one(
                                    String.class,
                                    "select staff_message from job_tests where job_id = ?",
                                    pairWrong))
                    .isEqualTo("two numbers are due");
            assertThat(
                            lab.one(
                                    String.class,
                                    "select convert_from(stdout, 'UTF8') from job_tests where"
                                            + " job_id = ? and number = 1",
                                    right))
                    .isEqualTo("3\n");
            assertThat(
                            lab.count(
                                    "select count(*) from job_tests where not visible and (stdout"
                                            + " is not null or staff_message is null and verdict ="
                                            + " 'wrong_answer')"))
                    .isZero();
            assertThat(agent.log()).doesNotContain("two numbers are due", "what?", "abs(sum(");
        }
    }

    private long tests(UUID job) throws SQLException {
        return lab.count("select count(*) from job_tests where job_id = ?", job);
    }

    @Test
    void aValidatorThatFailsIsNeverTheStudentsFault() throws Exception {
        UUID course = lab.course();
        byte[] source = lab.blob("import sys; sys.exit(0)\n");
        UUID problem =
                lab.problem(
                        course,
                        "broken",
                        "{\"kind\": \"custom\", \"language\": \"python\", \"cpuMs\": 5000,"
                                + " \"memoryMb\": 256, \"files\": [{\"name\": \"validate.py\","
                                + " \"hash\": \""
                                + HexFormat.of().formatHex(source)
                                + "\"}]}");
        lab.test(problem, 1, false, "1\n", "1\n");
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.submit(problem, "python", "print(input())");
            assertThat(lab.awaitVerdict(job)).isEqualTo("system_error");
            assertThat(lab.count("select count(*) from job_attempts")).isEqualTo(3);
            assertThat(agent.metric("gretlab_job_attempts_total{outcome=\"judge_failed\"}"))
                    .isEqualTo(3);
            assertThat(
                            lab.one(
                                    String.class,
                                    "select staff_message from job_results where job_id = ?",
                                    job))
                    .contains("exited with 0");
        }
    }

    @Test
    void aJailServerThatDiesIsReplacedAndItsJobRepeated() throws Exception {
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.run("python", TWO_SECONDS, "");
            Lab.await(Duration.ofSeconds(20), "the job to run", () -> runningOf(List.of(job)) == 1);
            agent.descendants().forEach(ProcessHandle::destroyForcibly);
            assertThat(lab.awaitVerdict(job)).isEqualTo("accepted");
            assertThat(lab.one(String.class, "select outcome from job_attempts"))
                    .isEqualTo("judge_failed");
        }
    }

    @Test
    void progressIsToldWhileTestsRun() throws Exception {
        UUID slow = lab.problem(lab.course(), "slow", "{\"kind\": \"default\"}");
        for (int number = 1; number <= 4; number++) {
            lab.test(slow, number, false, number + "\n", number + "\n");
        }
        try (AgentProcess agent = agent(1)) {
            UUID job = lab.submit(slow, "python", "import time; time.sleep(0.7); print(input())");
            for (int done = 1; done <= 2; done++) {
                int due = done;
                Lab.await(
                        Duration.ofSeconds(20),
                        due + " tests to be done",
                        () ->
                                countOf(
                                                "select count(*) from jobs where id = ? and state ="
                                                        + " 'running' and phase = 'testing' and"
                                                        + " tests_total = 4 and tests_done >= ?",
                                                job,
                                                due)
                                        == 1);
            }
            assertThat(lab.awaitVerdict(job)).isEqualTo("accepted");
            assertThat(agent.log()).doesNotContain("ERROR", "SEVERE");
        }
    }

    @Test
    void testFilesThatTheDiskSpoiledAreFetchedAgain() throws Exception {
        UUID problem = lab.problem(lab.course(), "kept", "{\"kind\": \"default\"}");
        lab.test(problem, 1, false, "in\n", "out\n");
        try (AgentProcess agent = agent(1)) {
            assertThat(lab.awaitVerdict(lab.submit(problem, "python", "print('out')")))
                    .isEqualTo("accepted");
            agent.terminate();
            assertThat(agent.awaitExit()).isZero();
        }
        try (Stream<Path> files = Files.list(workDir.resolve("tests"))) {
            for (Path file : files.toList()) {
                Files.writeString(file, "spoiled");
            }
        }
        try (AgentProcess agent = agent(1)) {
            assertThat(lab.awaitVerdict(lab.submit(problem, "python", "print('out')")))
                    .isEqualTo("accepted");
            assertThat(agent.get("/healthz").body()).isEqualTo("ok\n");
        }
    }

    @Test
    void whileThereIsNoDatabaseItWaitsAndEndsWhenTold() throws Exception {
        lab.server().crash();
        try (AgentProcess agent = AgentProcess.launch(lab.database(), workDir, 1, uid)) {
            Lab.await(
                    Duration.ofSeconds(30),
                    "the agent to miss its database",
                    () -> agent.log().contains("cannot be reached"));
            assertThat(agent.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(agent.get("/readyz").statusCode()).isEqualTo(503);
            agent.terminate();
            assertThat(agent.awaitExit()).isZero();
            assertThat(agent.log()).doesNotContain(lab.database().password());
        }
        lab.server().up();
    }

    @Test
    void metricsNeedTheirToken() throws Exception {
        try (AgentProcess agent = agent(2)) {
            assertThat(agent.metric("gretlab_runner_slots{state=\"free\"}")).isEqualTo(2);
            assertThat(agent.getWithoutToken("/metrics").statusCode()).isEqualTo(401);
            assertThat(agent.getWithoutToken("/healthz").statusCode()).isEqualTo(200);
            assertThat(agent.get("/other").statusCode()).isEqualTo(404);
        }
    }
}
