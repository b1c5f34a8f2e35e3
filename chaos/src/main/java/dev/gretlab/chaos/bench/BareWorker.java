/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Writes the same rows in as many transactions, each one hand-written statement, and keeps no rule:
 * no limits, no fence, no memory, no running alone. What differs from job to job comes as a
 * parameter, as it would in any loop that records real verdicts.
 */
final class BareWorker extends Worker {

    private static final byte[] SOURCE = "print(1)".getBytes(StandardCharsets.UTF_8);
    private static final byte[] STDOUT = "1".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTHING = {};
    private static final String VERDICT = "accepted";
    private static final String ISOLATION = "namespaces";
    private static final int EXIT_CODE = 0;
    private static final int CPU_MS = 12;
    private static final int WALL_MS = 20;
    private static final long MEMORY_KB = 9000;

    private final Connection api;
    private final Connection runner;
    private final UUID runnerId;
    private final PreparedStatement enqueue;
    private final PreparedStatement claim;
    private final PreparedStatement completeOne;
    private final PreparedStatement completeMany;

    BareWorker(BenchDatabase database, int number) throws SQLException {
        api = database.superuser();
        runner = database.superuser();
        runnerId = Stock.runner(number);
        // else some of these would be planned anew at every call
        BenchDatabase.execute(api, "set plan_cache_mode = force_generic_plan");
        BenchDatabase.execute(runner, "set plan_cache_mode = force_generic_plan");
        enqueue =
                api.prepareStatement(
                        """
                        with job as (
                            insert into jobs (id, user_id, kind, language, memory_mb, enqueued_at, order_key, tests_total)
                            values (?, ?, 'run', 'python', 256, clock_timestamp(), clock_timestamp(), 1)
                            returning id, user_id, enqueued_at),
                        source as (
                            insert into job_sources (job_id, source, stdin, cpu_ms, wall_ms, output_kb)
                            select id, ?, ?, 2000, 11000, 1024 from job)
                        insert into idempotency_keys (user_id, endpoint, key, request_hash, job_id, created_at)
                        select user_id, 'runs', ?, ?, id, enqueued_at from job\
                        """);
        claim =
                runner.prepareStatement(
                        """
                        with taken as (
                            update jobs set state = 'running', phase = 'compiling', attempt = attempt + 1, runner_id = ?,
                                lease_token = gen_random_uuid(), lease_expires_at = clock_timestamp() + interval '15 seconds',
                                claimed_at = clock_timestamp(), revision = revision + 1
                            where id = any (array(
                                select id from jobs where state = 'queued' order by order_key, id limit ? for update skip locked))
                            returning id, lease_token)
                        select t.id, t.lease_token, s.source, s.stdin, s.cpu_ms from taken t join job_sources s on s.job_id = t.id\
                        """);
        completeOne =
                runner.prepareStatement(
                        """
                        with finished as (
                            update jobs set state = 'done', phase = 'done', verdict = ?, finished_at = clock_timestamp(),
                                lease_token = null, lease_expires_at = null, revision = revision + 1, tests_done = 1
                            where id = ?)
                        insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, cpu_ms, wall_ms, memory_kb,
                            stdout, stdout_truncated, stderr, stderr_truncated, compile_output)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
                        """);
        completeMany =
                runner.prepareStatement(
                        """
                        with finished as (
                            update jobs j set state = 'done', phase = 'done', verdict = c.verdict, finished_at = clock_timestamp(),
                                lease_token = null, lease_expires_at = null, revision = revision + 1, tests_done = 1
                            from unnest(?::uuid[], ?::text[]) c (id, verdict) where j.id = c.id)
                        insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, cpu_ms, wall_ms, memory_kb,
                            stdout, stdout_truncated, stderr, stderr_truncated, compile_output)
                        select c.id, c.token, ?, ?, c.exit_code, c.cpu_ms, c.wall_ms, c.memory_kb,
                            c.stdout, c.stdout_truncated, c.stderr, c.stderr_truncated, c.compile_output
                        from unnest(?::uuid[], ?::uuid[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::bytea[], ?::bool[],
                                ?::bytea[], ?::bool[], ?::bytea[])
                            c (id, token, exit_code, cpu_ms, wall_ms, memory_kb, stdout, stdout_truncated, stderr,
                                stderr_truncated, compile_output)\
                        """);
    }

    @Override
    void enqueue(UUID student, String key) throws SQLException {
        // ids made later sort later, as those of the rules do
        UUID id =
                new UUID(
                        (System.currentTimeMillis() << 16)
                                | 0x7000
                                | (student.getLeastSignificantBits() & 0xfff),
                        UUID.randomUUID().getLeastSignificantBits());
        enqueue.setObject(1, id);
        enqueue.setObject(2, student);
        enqueue.setBytes(3, SOURCE);
        enqueue.setBytes(4, NOTHING);
        enqueue.setString(5, key);
        enqueue.setBytes(6, new byte[32]);
        enqueue.execute();
    }

    @Override
    List<Claimed> claim(int most) throws SQLException {
        claim.setObject(1, runnerId);
        claim.setInt(2, most);
        return claimed(claim, most);
    }

    @Override
    void complete(List<Claimed> jobs) throws SQLException {
        if (jobs.size() == 1) {
            completeOne.setString(1, VERDICT);
            completeOne.setObject(2, jobs.getFirst().id());
            completeOne.setObject(3, jobs.getFirst().id());
            completeOne.setObject(4, jobs.getFirst().token());
            completeOne.setObject(5, runnerId);
            completeOne.setString(6, ISOLATION);
            completeOne.setInt(7, EXIT_CODE);
            completeOne.setInt(8, CPU_MS);
            completeOne.setInt(9, WALL_MS);
            completeOne.setLong(10, MEMORY_KB);
            completeOne.setBytes(11, STDOUT);
            completeOne.setBoolean(12, false);
            completeOne.setBytes(13, NOTHING);
            completeOne.setBoolean(14, false);
            completeOne.setBytes(15, NOTHING);
            completeOne.execute();
            return;
        }
        Object[] ids = jobs.stream().map(Claimed::id).toArray();
        completeMany.setArray(1, array("uuid", ids));
        completeMany.setArray(2, array("text", each(jobs, VERDICT)));
        completeMany.setObject(3, runnerId);
        completeMany.setString(4, ISOLATION);
        completeMany.setArray(5, array("uuid", ids));
        completeMany.setArray(6, array("uuid", jobs.stream().map(Claimed::token).toArray()));
        completeMany.setArray(7, array("int4", each(jobs, EXIT_CODE)));
        completeMany.setArray(8, array("int4", each(jobs, CPU_MS)));
        completeMany.setArray(9, array("int4", each(jobs, WALL_MS)));
        completeMany.setArray(10, array("int8", each(jobs, MEMORY_KB)));
        completeMany.setArray(11, array("bytea", bytes(jobs, STDOUT)));
        completeMany.setArray(12, array("bool", each(jobs, false)));
        completeMany.setArray(13, array("bytea", bytes(jobs, NOTHING)));
        completeMany.setArray(14, array("bool", each(jobs, false)));
        completeMany.setArray(15, array("bytea", bytes(jobs, NOTHING)));
        completeMany.execute();
    }

    private Array array(String type, Object[] elements) throws SQLException {
        return runner.createArrayOf(type, elements);
    }

    @Override
    public void close() throws SQLException {
        api.close();
        runner.close();
    }
}
