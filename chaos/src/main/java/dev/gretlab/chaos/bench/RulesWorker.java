/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Uses the queue's functions, as API and runner do. */
final class RulesWorker extends Worker {

    private static final byte[] SOURCE = "print(1)".getBytes(StandardCharsets.UTF_8);
    private static final byte[] STDOUT = "1".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NOTHING = {};
    private static final String RESULT =
            "{\"isolation\": \"namespaces\", \"exitCode\": 0, \"cpuMs\": 12, \"wallMs\": 20, \"memoryKb\": 9000}";

    private final Connection api;
    private final Connection runner;
    private final UUID runnerId;
    private final PreparedStatement enqueue;
    private final PreparedStatement claim;
    private final PreparedStatement completeOne;
    private final PreparedStatement completeMany;

    RulesWorker(BenchDatabase database, int number) throws SQLException {
        api = database.api();
        runner = database.runner();
        runnerId = Stock.runner(number);
        enqueue =
                api.prepareStatement(
                        "select job_id from enqueue_job(?, 'run', 'python', ?, ?, null, null, 2000, 11000, 256, 1024, ?, ?)");
        claim =
                runner.prepareStatement(
                        "select job_id, token, source, stdin, cpu_ms from claim_jobs(?, ?, ?, 1000000)");
        completeOne =
                runner.prepareStatement(
                        "select complete_job(?, ?, ?, 'accepted', ?::jsonb, ?, false, ?, false, ?, null)");
        completeMany =
                runner.prepareStatement(
                        "select complete_job(c.id, c.token, ?, 'accepted', ?::jsonb, ?, false, ?, false, ?, null)"
                                + " from unnest(?::uuid[], ?::uuid[]) c (id, token)");
    }

    @Override
    void enqueue(UUID student, String key) throws SQLException {
        enqueue.setObject(1, student);
        enqueue.setBytes(2, SOURCE);
        enqueue.setBytes(3, NOTHING);
        enqueue.setString(4, key);
        enqueue.setBytes(5, new byte[32]);
        try (ResultSet rows = enqueue.executeQuery()) {
            rows.next();
        }
    }

    @Override
    List<Claimed> claim(int most) throws SQLException {
        claim.setObject(1, runnerId);
        claim.setArray(
                2,
                runner.createArrayOf(
                        "text", new String[] {"c", "cpp", "java", "javascript", "python"}));
        claim.setInt(3, most);
        return claimed(claim, most);
    }

    @Override
    void complete(List<Claimed> jobs) throws SQLException {
        if (jobs.size() == 1) {
            completeOne.setObject(1, jobs.getFirst().id());
            completeOne.setObject(2, jobs.getFirst().token());
            completeOne.setObject(3, runnerId);
            completeOne.setString(4, RESULT);
            completeOne.setBytes(5, STDOUT);
            completeOne.setBytes(6, NOTHING);
            completeOne.setBytes(7, NOTHING);
            completeOne.execute();
            return;
        }
        completeMany.setObject(1, runnerId);
        completeMany.setString(2, RESULT);
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
