/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
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
    private final PreparedStatement complete;

    RulesWorker(BenchDatabase database, int number) throws SQLException {
        api = database.api();
        runner = database.runner();
        runnerId = Stock.runner(number);
        enqueue =
                api.prepareStatement(
                        "select job_id from enqueue_job(?, 'run', 'python', ?, ?, null, null, 2000, 11000, 256, 1024, ?, ?)");
        claim =
                runner.prepareStatement(
                        "select job_id, token, source, stdin, cpu_ms from claim_jobs(?, ?, ?, 1000000, '{}')");
        complete =
                runner.prepareStatement(
                        "select * from complete_jobs(?, ?, ?, ?, ?::jsonb[], ?, ?, ?, ?, ?, ?::jsonb[])");
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
        complete.setObject(1, runnerId);
        complete.setArray(2, array("uuid", jobs.stream().map(Claimed::id).toArray()));
        complete.setArray(3, array("uuid", jobs.stream().map(Claimed::token).toArray()));
        complete.setArray(4, array("text", each(jobs, "accepted")));
        complete.setArray(5, array("text", each(jobs, RESULT)));
        complete.setArray(6, array("bytea", bytes(jobs, STDOUT)));
        complete.setArray(7, array("bool", each(jobs, false)));
        complete.setArray(8, array("bytea", bytes(jobs, NOTHING)));
        complete.setArray(9, array("bool", each(jobs, false)));
        complete.setArray(10, array("bytea", bytes(jobs, NOTHING)));
        complete.setArray(11, array("text", new String[jobs.size()]));
        try (ResultSet rows = complete.executeQuery()) {
            int recorded = 0;
            while (rows.next()) {
                recorded++;
            }
            if (recorded != jobs.size()) {
                throw new SQLException(recorded + " of " + jobs.size() + " verdicts were recorded");
            }
        }
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
