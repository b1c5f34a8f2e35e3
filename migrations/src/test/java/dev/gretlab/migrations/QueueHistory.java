/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.postgresql.util.PSQLException;

/**
 * One random history on one connection: each operation is done in the database and in {@link
 * QueueModel}, and their answers must be the same. The seed alone decides what happens.
 */
final class QueueHistory {

    private static final int STUDENTS = 6;
    private static final int[] MEMORY = {1024, 1024, 2048};

    private record Lease(int job, int number, ClaimedJob claimed) {}

    private final Lab lab;
    private final Random random;
    private final QueueModel model;
    private final Queue api;
    private final Queue worker;
    private final List<UUID> students = new ArrayList<>();
    private final List<UUID> runners = new ArrayList<>();
    private final Map<UUID, Integer> numbers = new HashMap<>();
    private final List<UUID> jobs = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();
    private final List<String> transcript = new ArrayList<>();
    private final UUID version;
    private final UUID contest;

    QueueHistory(Lab lab, long seed) throws SQLException {
        this.lab = lab;
        // of neighbouring seeds the first numbers are the same: here the limits
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        QueueModel.Rules rules =
                new QueueModel.Rules(
                        3 + random.nextInt(4),
                        1 + random.nextInt(3),
                        10 + random.nextInt(8),
                        2 + random.nextInt(3),
                        Duration.ofSeconds(15));
        this.model = new QueueModel(rules, MEMORY);
        lab.setting("jobs_in_flight", rules.inFlight());
        lab.setting("runs_per_minute", rules.runsPerMinute());
        lab.setting("queue_limit", rules.queueLimit());
        lab.setting("attempts", rules.attempts());
        this.api = lab.api();
        this.worker = lab.runner();
        this.version = lab.problem(2);
        this.contest = lab.contest(version, Duration.ofDays(36_500));
        for (int i = 0; i < STUDENTS; i++) {
            UUID student = lab.student();
            students.add(student);
            lab.register(contest, student);
        }
        for (int memory : MEMORY) {
            runners.add(lab.registered(4, memory));
        }
    }

    /** Does so many operations; answers what happened, in words without random ids. */
    List<String> run(int operations) throws SQLException {
        for (int i = 0; i < operations; i++) {
            // a microsecond each, so that no two jobs share an order key, and whole seconds now and
            // then
            lab.advance(Duration.ofSeconds(secondsPassing()).plusNanos(1000));
            String line = i + " " + step();
            transcript.add(line);
        }
        assertThat(lab.rows("select state, attempt, alone, verdict from jobs order by enqueued_at"))
                .containsExactlyElementsOf(
                        model.lines().stream()
                                .map(line -> line.substring(line.indexOf(' ') + 1))
                                .toList());
        assertThat(
                        lab.number(
                                """
                                select count(*) from jobs j
                                where (state = 'done') <> exists (select from job_results r where r.job_id = j.id)\
                                """))
                .isZero();
        return transcript;
    }

    private int secondsPassing() {
        int chance = random.nextInt(1000);
        if (chance == 0) {
            return 24 * 3600;
        }
        return chance < 20 ? 16 : chance < 300 ? 1 + random.nextInt(2) : 0;
    }

    private String step() throws SQLException {
        int chance = random.nextInt(100);
        if (chance < 34) {
            return enqueue();
        } else if (chance < 54) {
            return claim();
        } else if (chance < 62) {
            return heartbeat();
        } else if (chance < 66) {
            return cancel();
        } else if (chance < 72) {
            return sweep();
        }
        return leases.isEmpty() ? "nothing leased yet" : onLease(chance);
    }

    private String enqueue() throws SQLException {
        int student = random.nextInt(STUDENTS);
        String kind = List.of("run", "run", "submit", "contest_submit").get(random.nextInt(4));
        int memory = List.of(256, 256, 512, 1024, 2048).get(random.nextInt(5));
        String key = random.nextInt(3) == 0 ? "k" + random.nextInt(3) : null;
        String body = "body " + random.nextInt(5) / 4;
        JobRequest request =
                new JobRequest(
                        students.get(student),
                        kind,
                        "python",
                        memory,
                        kind.equals("run") ? null : version,
                        kind.equals("contest_submit") ? contest : null,
                        key,
                        key == null ? null : body);
        String said = "enqueue " + student + " " + kind + " " + memory + " " + key + " " + body;
        String answer;
        try {
            EnqueuedJob job = api.enqueue(request);
            if (!job.replayed()) {
                numbers.put(job.id(), jobs.size());
                jobs.add(job.id());
            }
            answer =
                    (job.replayed() ? "old " : "new ")
                            + numbers.get(job.id())
                            + " after "
                            + job.before();
        } catch (PSQLException e) {
            answer = String.valueOf(e.getSQLState());
        }
        return same(said, answer, model.enqueue(student, kind, memory, key, body, lab.now()));
    }

    private String claim() throws SQLException {
        int runner = random.nextInt(MEMORY.length);
        int slots = random.nextInt(5);
        int memory = 256 * (1 + random.nextInt(MEMORY[runner] / 256));
        List<ClaimedJob> claimed = worker.claim(runners.get(runner), slots, memory);
        List<String> answer = new ArrayList<>();
        for (ClaimedJob job : claimed) {
            answer.add(numbers.get(job.id()) + "." + job.attempt() + (job.alone() ? "!" : ""));
        }
        String line =
                same(
                        "claim " + runner + " " + slots + " " + memory,
                        answer.toString(),
                        model.claim(runner, slots, memory, lab.now()).toString());
        for (ClaimedJob job : claimed) {
            int number = number(job.id());
            leases.add(new Lease(number, model.lease(number), job));
        }
        return line;
    }

    private String heartbeat() throws SQLException {
        UUID runner = runners.get(random.nextInt(MEMORY.length));
        List<Lease> mine =
                leases.subList(Math.max(0, leases.size() - 12), leases.size()).stream()
                        .filter(lease -> lease.claimed.runner().equals(runner))
                        .toList();
        Set<UUID> held =
                worker.heartbeat(
                        runner, mine.stream().map(lease -> lease.claimed.token()).toList());
        StringBuilder answer = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (Lease lease : mine) {
            answer.append(held.contains(lease.claimed.token()) ? "+" : "-").append(lease.job);
            expected.append(model.heartbeat(lease.job, lease.number, lab.now()) ? "+" : "-")
                    .append(lease.job);
        }
        return same("heartbeat", answer.toString(), expected.toString());
    }

    private String cancel() throws SQLException {
        if (jobs.isEmpty()) {
            return "nothing to cancel yet";
        }
        int job = Math.max(0, jobs.size() - 1 - random.nextInt(10));
        int student = random.nextInt(STUDENTS);
        return same(
                "cancel " + job + " by " + student,
                String.valueOf(api.cancel(jobs.get(job), students.get(student))),
                model.cancel(job, student, lab.now()));
    }

    private String sweep() throws SQLException {
        List<String> answer = new ArrayList<>();
        new TreeMap<>(numbered(worker.sweep()))
                .forEach((number, outcome) -> answer.add(number + " " + outcome));
        return same("sweep", answer.toString(), model.sweep(lab.now()).toString());
    }

    private Map<Integer, String> numbered(Map<UUID, String> outcomes) {
        Map<Integer, String> byNumber = new HashMap<>();
        outcomes.forEach((id, outcome) -> byNumber.put(number(id), outcome));
        return byNumber;
    }

    /** Something on a lease, mostly one of the last, now and then one from long ago. */
    private String onLease(int chance) throws SQLException {
        int back = random.nextInt(random.nextInt(8) == 0 ? leases.size() : 6);
        Lease lease = leases.get(Math.max(0, leases.size() - 1 - back));
        String on = " " + lease.job + " lease " + lease.number;
        if (chance < 78) {
            return same(
                    "progress" + on,
                    String.valueOf(worker.progress(lease.claimed, "testing", 1, 2)),
                    String.valueOf(model.progress(lease.job, lease.number)));
        } else if (chance < 89) {
            String verdict = random.nextBoolean() ? "accepted" : "wrong_answer";
            return same(
                    "complete " + verdict + on,
                    answered("taken", () -> worker.complete(lease.claimed, verdict)),
                    model.complete(lease.job, lease.number, verdict));
        } else if (chance < 92) {
            return same(
                    "give back" + on,
                    answered("given back", () -> worker.giveBack(lease.claimed)),
                    model.giveBack(lease.job, lease.number));
        }
        String answer;
        try {
            answer = worker.fail(lease.claimed, "the judge broke");
        } catch (PSQLException e) {
            answer = String.valueOf(e.getSQLState());
        }
        return same("fail" + on, answer, model.fail(lease.job, lease.number));
    }

    private interface Call {
        void run() throws SQLException;
    }

    private static String answered(String whenDone, Call call) throws SQLException {
        try {
            call.run();
            return whenDone;
        } catch (SQLException e) {
            return String.valueOf(e.getSQLState());
        }
    }

    private int number(UUID job) {
        Integer number = numbers.get(job);
        if (number == null) {
            throw new AssertionError("a job that nobody enqueued: " + job);
        }
        return number;
    }

    private String same(String operation, String answer, String expected) {
        if (!answer.equals(expected)) {
            List<String> last =
                    transcript.subList(Math.max(0, transcript.size() - 40), transcript.size());
            throw new AssertionError(
                    operation
                            + ": the database says "
                            + answer
                            + ", the model "
                            + expected
                            + "; before it:\n"
                            + String.join("\n", last));
        }
        return operation + ": " + answer;
    }
}
