/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * Many students and runners on one queue at once, with pauses, deaths and late results, while the
 * clock runs and the server may crash. What each was told is written down, and compared with the
 * database at the end.
 */
final class QueueStorm {

    private static final int STUDENTS = 8;
    private static final int IN_FLIGHT = 4;
    private static final int RUNS_PER_MINUTE = 30;
    private static final int ATTEMPTS = 2;
    private static final int SLOTS = 4;

    private final Lab lab;
    private final long seed;
    private final UUID version;
    private final List<UUID> students = new ArrayList<>();
    private final List<UUID> accepted = new CopyOnWriteArrayList<>();
    private final Map<UUID, UUID> jobOfToken = new ConcurrentHashMap<>();
    private final Map<UUID, ClaimedJob> completed = new ConcurrentHashMap<>();
    private final Map<UUID, String> verdicts = new ConcurrentHashMap<>();
    private final Set<UUID> cancelled = ConcurrentHashMap.newKeySet();
    private final Set<UUID> perhapsCancelled = ConcurrentHashMap.newKeySet();
    private final AtomicInteger operations = new AtomicInteger();
    private final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();

    QueueStorm(Lab lab, long seed) throws SQLException {
        this.lab = lab;
        this.seed = seed;
        lab.setting("jobs_in_flight", IN_FLIGHT);
        lab.setting("runs_per_minute", RUNS_PER_MINUTE);
        lab.setting("queue_limit", 10);
        lab.setting("attempts", ATTEMPTS);
        version = lab.problem(1);
        for (int i = 0; i < STUDENTS; i++) {
            students.add(lab.student());
        }
    }

    /** How often each kind of answer was given. */
    Map<String, AtomicInteger> counts() {
        return counts;
    }

    int operations() {
        return operations.get();
    }

    /**
     * Goes on until so many operations are done.
     *
     * @param crash what to do with the server in the middle
     */
    void run(int total, Runnable crash) throws Exception {
        AtOnce.run(
                10,
                number -> {
                    Random random = new Random(seed + number);
                    if (number == 9) {
                        while (operations.get() < total / 2) {
                            LockSupport.parkNanos(1_000_000);
                        }
                        crash.run();
                    } else if (number == 8) {
                        passTime(random, total);
                    } else if (number >= 4) {
                        new Runner(random).run(total);
                    } else {
                        new Student(random).run(total);
                    }
                    return number;
                });
    }

    /** Finishes what is left and compares the database with what everybody was told. */
    void drainAndCheck() throws SQLException {
        lab.reconnect();
        Queue worker = lab.runner();
        UUID runner = lab.registered(SLOTS, 100_000);
        while (lab.number("select count(*) from jobs where state <> 'done'") > 0) {
            lab.sql("update test_clock set now = now + interval '20 seconds'");
            worker.sweep();
            for (ClaimedJob job = first(worker, runner); job != null; job = first(worker, runner)) {
                worker.complete(job, "accepted");
                told(job, "accepted");
            }
        }
        assertThat(lab.rows("select id from jobs"))
                .as("nothing is lost, and nothing is there that nobody was told of")
                .containsExactlyInAnyOrderElementsOf(
                        accepted.stream().map(UUID::toString).toList());
        assertThat(
                        lab.rows(
                                "select j.id from jobs j left join job_results r on r.job_id = j.id where r.job_id is null or j.verdict is null"))
                .as("each has a verdict and a result")
                .isEmpty();
        Set<String> recorded = new HashSet<>();
        completed.forEach(
                (job, lease) -> recorded.add(job + " " + lease.token() + " " + verdicts.get(job)));
        assertThat(
                        lab.rows(
                                "select j.id, r.lease_token, j.verdict from jobs j join job_results r on r.job_id = j.id where r.lease_token is not null"))
                .as("the verdicts are those that were taken, of the runner that was told so")
                .containsExactlyInAnyOrderElementsOf(recorded);
        Set<UUID> cancelledInFact = new HashSet<>();
        for (String id : lab.rows("select id from jobs where verdict = 'cancelled'")) {
            cancelledInFact.add(UUID.fromString(id));
        }
        assertThat(cancelledInFact).containsAll(cancelled);
        cancelledInFact.removeAll(cancelled);
        assertThat(perhapsCancelled).containsAll(cancelledInFact);
        assertThat(
                        lab.rows(
                                """
                                select j.id, j.verdict, j.attempt, a.failures from jobs j
                                left join lateral (select count(*) failures from job_attempts a
                                    where a.job_id = j.id and a.outcome <> 'given_back') a on true
                                where case
                                    when j.verdict = 'system_error' then j.attempt <> ? or a.failures <> ?
                                    when j.verdict = 'cancelled' then j.attempt - a.failures not in (0, 1)
                                    else j.attempt <> a.failures + 1 or j.attempt > ? end\
                                """,
                                ATTEMPTS,
                                ATTEMPTS,
                                ATTEMPTS))
                .as("an attempt is used up by a failure and by nothing else")
                .isEmpty();
    }

    private static @Nullable ClaimedJob first(Queue worker, UUID runner) throws SQLException {
        List<ClaimedJob> claimed = worker.claim(runner, 1, 100_000);
        return claimed.isEmpty() ? null : claimed.getFirst();
    }

    private void told(ClaimedJob job, String verdict) {
        ClaimedJob before = completed.putIfAbsent(job.id(), job);
        if (before != null && !before.token().equals(job.token())) {
            throw new AssertionError("two verdicts of one job: " + before + " and " + job);
        }
        verdicts.putIfAbsent(job.id(), verdict);
    }

    private void count(String what) {
        counts.computeIfAbsent(what, key -> new AtomicInteger()).incrementAndGet();
        operations.incrementAndGet();
    }

    private void passTime(Random random, int total) throws SQLException {
        Link owner = new Link("owner");
        Link runner = new Link("runner");
        while (operations.get() < total) {
            int milliseconds = random.nextInt(50) == 0 ? 16_000 : random.nextInt(150);
            owner.again(queue -> {
                try (PreparedStatement update =
                        queue.connection()
                                .prepareStatement(
                                        "update test_clock set now = now + ? * interval '1 millisecond'")) {
                    update.setInt(1, milliseconds);
                    return update.executeUpdate();
                }
            });
            count("clock");
            runner.again(Queue::sweep).values().forEach(outcome -> count("swept " + outcome));
            count("sweep");
        }
    }

    /** A connection that comes back when the server does. */
    private final class Link {

        private final String part;
        private @Nullable Connection connection;

        Link(String part) {
            this.part = part;
        }

        interface Operation<T> {
            T on(Queue queue) throws SQLException;
        }

        /**
         * Does it until the server answers; an answer that got lost means that it is done twice.
         */
        <T> T again(Operation<T> operation) throws SQLException {
            while (true) {
                try {
                    return once(operation);
                } catch (Lost e) {
                    LockSupport.parkNanos(5_000_000);
                }
            }
        }

        /** Does it once. Throws Lost when nobody knows whether it was done. */
        <T> T once(Operation<T> operation) throws SQLException, Lost {
            try {
                Connection open = connection;
                if (open == null) {
                    open = part.equals("owner") ? lab.database().owner() : lab.connect(part);
                    connection = open;
                }
                return operation.on(new Queue(open));
            } catch (SQLException e) {
                String state = String.valueOf(e.getSQLState());
                if (state.startsWith("08") || state.startsWith("57P")) {
                    count("lost connection");
                    connection = null;
                    throw new Lost(e);
                }
                throw e;
            }
        }
    }

    private static final class Lost extends Exception {
        private static final long serialVersionUID = 1L;

        Lost(SQLException cause) {
            super(cause);
        }
    }

    private final class Student {

        private final Random random;
        private final Link api = new Link("api");

        Student(Random random) {
            this.random = random;
        }

        void run(int total) throws SQLException {
            while (operations.get() < total) {
                UUID student = students.get(random.nextInt(STUDENTS));
                if (random.nextInt(8) == 0 && !accepted.isEmpty()) {
                    cancel(
                            accepted.get(
                                    accepted.size()
                                            - 1
                                            - random.nextInt(Math.min(20, accepted.size()))));
                } else {
                    enqueue(student);
                }
            }
        }

        private void enqueue(UUID student) throws SQLException {
            JobRequest request =
                    (random.nextInt(3) == 0
                                    ? JobRequest.submit(student, version)
                                    : JobRequest.run(student))
                            .key("key " + new UUID(random.nextLong(), random.nextLong()), "body");
            try {
                UUID job =
                        api.again(queue -> {
                            queue.connection().setAutoCommit(false);
                            try {
                                UUID id = queue.enqueue(request).id();
                                // the lock on the student is still held: nobody adds to these
                                within(queue, student);
                                queue.connection().commit();
                                return id;
                            } catch (PSQLException e) {
                                if (String.valueOf(e.getSQLState()).startsWith("JQ")) {
                                    queue.connection().rollback();
                                }
                                throw e;
                            }
                        });
                accepted.add(job);
                count("accepted");
            } catch (PSQLException e) {
                assertThat(e.getSQLState()).isIn("JQ001", "JQ002", "JQ003");
                count("refused " + e.getSQLState());
            }
        }

        private void within(Queue queue, UUID student) throws SQLException {
            try (PreparedStatement query =
                    queue.connection()
                            .prepareStatement(
                                    """
                                    select count(*) filter (where state <> 'done'),
                                        count(*) filter (where kind = 'run' and enqueued_at > queue_now() - interval '1 minute')
                                    from jobs where user_id = ?\
                                    """)) {
                query.setObject(1, student);
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    assertThat(rows.getInt(1)).as("jobs in flight").isLessThanOrEqualTo(IN_FLIGHT);
                    assertThat(rows.getInt(2))
                            .as("runs in a minute")
                            .isLessThanOrEqualTo(RUNS_PER_MINUTE);
                }
            }
        }

        private void cancel(UUID job) throws SQLException {
            perhapsCancelled.add(job);
            String before =
                    api.again(queue -> {
                        queue.connection().setAutoCommit(true);
                        return String.valueOf(queue.cancel(job, null));
                    });
            if (before.equals("queued") || before.equals("running")) {
                cancelled.add(job);
            }
            count("cancelled when " + before);
        }
    }

    private final class Runner {

        private final Random random;
        private final Link link = new Link("runner");
        private final Link looking = new Link("owner");
        private final List<ClaimedJob> held = new ArrayList<>();
        private final List<ClaimedJob> forgotten = new ArrayList<>();
        private UUID id = UUID.randomUUID();

        Runner(Random random) {
            this.random = random;
        }

        void run(int total) throws SQLException {
            register();
            while (operations.get() < total) {
                int chance = random.nextInt(100);
                if (chance < 30) {
                    claim();
                } else if (chance < 45) {
                    heartbeat();
                } else if (chance < 95) {
                    if (!held.isEmpty()) {
                        onLease(held.remove(random.nextInt(held.size())), chance);
                    }
                } else if (chance < 98) {
                    if (!forgotten.isEmpty()) {
                        complete(forgotten.remove(random.nextInt(forgotten.size())), "late ");
                    }
                } else {
                    // killed, or paused for long: its leases are left behind
                    forgotten.addAll(held);
                    held.clear();
                    register();
                    count("died");
                }
            }
            forgotten.addAll(held);
        }

        private void register() throws SQLException {
            id =
                    link.again(queue -> {
                        try (PreparedStatement call =
                                        queue.connection()
                                                .prepareStatement(
                                                        "select runner_id from register_runner('storm', '1', 4, 4096, 'gvisor', '{}', '[]')");
                                ResultSet rows = call.executeQuery()) {
                            rows.next();
                            return rows.getObject(1, UUID.class);
                        }
                    });
        }

        private void claim() throws SQLException {
            int free = SLOTS - held.size();
            List<ClaimedJob> claimed;
            try {
                claimed =
                        link.once(queue ->
                                queue.claim(
                                        id,
                                        free,
                                        256 * free,
                                        held.stream().map(ClaimedJob::token).toList()));
            } catch (Lost e) {
                // what it may have been given comes with the next claim
                count("claim lost");
                return;
            }
            assertThat(claimed.size()).isLessThanOrEqualTo(Math.max(0, free));
            for (ClaimedJob job : claimed) {
                if (jobOfToken.put(job.token(), job.id()) == null) {
                    count(job.alone() ? "claimed alone" : "claimed");
                } else {
                    // it was given up here, and the database had not heard of that
                    assertThat(forgotten.remove(job)).as("a token twice").isTrue();
                    count("claimed again");
                }
            }
            count("claim");
            if (claimed.stream().anyMatch(ClaimedJob::alone)) {
                assertThat(runningNow())
                        .as("jobs beside one that runs alone")
                        .isLessThanOrEqualTo(1);
            }
            held.addAll(claimed);
        }

        private int runningNow() throws SQLException {
            return looking.again(queue -> {
                try (PreparedStatement query =
                        queue.connection()
                                .prepareStatement(
                                        "select count(*) from jobs where state = 'running' and runner_id = ?")) {
                    query.setObject(1, id);
                    try (ResultSet rows = query.executeQuery()) {
                        rows.next();
                        return rows.getInt(1);
                    }
                }
            });
        }

        private void heartbeat() throws SQLException {
            Set<UUID> kept =
                    link.again(queue ->
                            queue.heartbeat(id, held.stream().map(ClaimedJob::token).toList()));
            for (ClaimedJob job : List.copyOf(held)) {
                if (!kept.contains(job.token())) {
                    held.remove(job);
                    forgotten.add(job);
                    count("lease lost");
                }
            }
            count("heartbeat");
        }

        private void onLease(ClaimedJob job, int chance) throws SQLException {
            if (chance < 60) {
                boolean kept = link.again(queue -> queue.progress(job, "testing", 1, 1));
                (kept ? held : forgotten).add(job);
                count("progress " + kept);
            } else if (chance < 85) {
                complete(job, "");
            } else if (chance < 88) {
                complete(job, "");
                complete(job, "again ");
            } else if (chance < 91) {
                end(job, "given back", queue -> queue.giveBack(job));
            } else {
                end(job, "failed", queue -> queue.fail(job, "the judge broke"));
            }
        }

        private interface Ending {
            void on(Queue queue) throws SQLException;
        }

        private void end(ClaimedJob job, String what, Ending ending) throws SQLException {
            try {
                link.once(queue -> {
                    ending.on(queue);
                    return what;
                });
                count(what);
            } catch (SQLException e) {
                assertThat(e.getSQLState()).isEqualTo("JQ005");
                count(what + " too late");
            } catch (Lost e) {
                forgotten.add(job);
            }
        }

        private void complete(ClaimedJob job, String when) throws SQLException {
            String verdict =
                    List.of("accepted", "wrong_answer", "time_limit")
                            .get(Math.floorMod(job.token().hashCode(), 3));
            try {
                link.again(queue -> {
                    queue.complete(job, verdict);
                    return verdict;
                });
                told(job, verdict);
                count(when + "completed");
            } catch (SQLException e) {
                assertThat(e.getSQLState()).isEqualTo("JQ005");
                ClaimedJob taken = completed.get(job.id());
                assertThat(taken == null || !taken.token().equals(job.token()))
                        .as("a completion that was taken is refused when sent again")
                        .isTrue();
                count(when + "completed too late");
            }
        }
    }
}
