/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Writes the same rows in as many transactions, each one hand-written statement, and keeps no rule:
 * no limits, no fence, no memory, no running alone.
 */
final class BareWorker extends Worker {

    private static final byte[] SOURCE = "print(1)".getBytes(StandardCharsets.UTF_8);
    private static final byte[] STDOUT = "1".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTHING = {};

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
                            update jobs set state = 'done', phase = 'done', verdict = 'accepted', finished_at = clock_timestamp(),
                                lease_token = null, lease_expires_at = null, revision = revision + 1, tests_done = 1
                            where id = ?)
                        insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, cpu_ms, wall_ms, memory_kb,
                            stdout, stderr, compile_output)
                        values (?, ?, ?, 'namespaces', 0, 12, 20, 9000, ?, ?, ?)\
                        """);
        completeMany =
                runner.prepareStatement(
                        """
                        with finished as (
                            update jobs set state = 'done', phase = 'done', verdict = 'accepted', finished_at = clock_timestamp(),
                                lease_token = null, lease_expires_at = null, revision = revision + 1, tests_done = 1
                            where id = any (?::uuid[]))
                        insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, cpu_ms, wall_ms, memory_kb,
                            stdout, stderr, compile_output)
                        select c.id, c.token, ?, 'namespaces', 0, 12, 20, 9000, ?, ?, ?
                        from unnest(?::uuid[], ?::uuid[]) c (id, token)\
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
            completeOne.setObject(1, jobs.getFirst().id());
            completeOne.setObject(2, jobs.getFirst().id());
            completeOne.setObject(3, jobs.getFirst().token());
            completeOne.setObject(4, runnerId);
            completeOne.setBytes(5, STDOUT);
            completeOne.setBytes(6, NOTHING);
            completeOne.setBytes(7, NOTHING);
            completeOne.execute();
            return;
        }
        completeMany.setArray(
                1, runner.createArrayOf("uuid", jobs.stream().map(Claimed::id).toArray()));
        completeMany.setObject(2, runnerId);
        completeMany.setBytes(3, STDOUT);
        completeMany.setBytes(4, NOTHING);
        completeMany.setBytes(5, NOTHING);
        completeMany.setArray(
                6, runner.createArrayOf("uuid", jobs.stream().map(Claimed::id).toArray()));
        completeMany.setArray(
                7, runner.createArrayOf("uuid", jobs.stream().map(Claimed::token).toArray()));
        completeMany.execute();
    }

    @Override
    public void close() throws SQLException {
        api.close();
        runner.close();
    }
}
