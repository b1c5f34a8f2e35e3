/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Jobs a second with the rules and with bare SQL. The two take turns, the one that begins changes
 * each round, and the median of the rounds counts.
 */
final class Throughput {

    /**
     * One measurement.
     *
     * @param batch jobs in a claim and in a completion
     * @param withEnqueue each job is enqueued first, in a transaction of its own
     */
    record Shape(int runners, int batch, boolean withEnqueue) {}

    /** Medians in jobs a second. */
    record Rates(double rules, double bare) {

        double ratio() {
            return rules / bare;
        }
    }

    private static final AtomicLong NEXT = new AtomicLong();

    private final BenchDatabase database;
    private final Stock stock;
    private final int seconds;
    private final int rounds;

    Throughput(BenchDatabase database, int seconds, int rounds) {
        this.database = database;
        this.stock = new Stock(database);
        this.seconds = seconds;
        this.rounds = rounds;
    }

    Rates measure(Shape shape) throws SQLException, InterruptedException {
        List<Double> rules = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        try (Crew rulesCrew = new Crew(database, shape, true);
                Crew bareCrew = new Crew(database, shape, false)) {
            stock.settle(shape.withEnqueue());
            // the first calls of a connection plan what the later ones only run
            round(rulesCrew, shape, 500);
            round(bareCrew, shape, 500);
            for (int i = 0; i < rounds; i++) {
                if (i % 2 == 0) {
                    rules.add(round(rulesCrew, shape, 1000L * seconds));
                    bare.add(round(bareCrew, shape, 1000L * seconds));
                } else {
                    bare.add(round(bareCrew, shape, 1000L * seconds));
                    rules.add(round(rulesCrew, shape, 1000L * seconds));
                }
            }
        }
        return new Rates(median(rules), median(bare));
    }

    private double round(Crew crew, Shape shape, long millis)
            throws SQLException, InterruptedException {
        if (!shape.withEnqueue()) {
            // the deepest that the settings allow would be drained in seconds by bare SQL
            stock.queued(Math.max(2_000, 6L * millis * Math.min(shape.batch(), 3)));
        }
        return crew.run(millis);
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The runners of one side, connected. */
    private static final class Crew implements AutoCloseable {

        private final List<Worker> workers = new ArrayList<>();
        private final ExecutorService threads;
        private final Shape shape;

        Crew(BenchDatabase database, Shape shape, boolean rules) throws SQLException {
            this.shape = shape;
            for (int i = 0; i < shape.runners(); i++) {
                workers.add(rules ? new RulesWorker(database, i) : new BareWorker(database, i));
            }
            threads = Executors.newFixedThreadPool(shape.runners());
        }

        /** Answers jobs a second. */
        double run(long millis) throws SQLException, InterruptedException {
            long start = System.nanoTime();
            long deadline = start + millis * 1_000_000;
            List<Future<Long>> results = new ArrayList<>();
            for (Worker worker : workers) {
                results.add(threads.submit(() -> work(worker, deadline)));
            }
            long jobs = 0;
            for (Future<Long> result : results) {
                try {
                    jobs += result.get();
                } catch (ExecutionException e) {
                    throw new SQLException("a measured loop failed: " + e.getCause(), e);
                }
            }
            return jobs * 1e9 / (System.nanoTime() - start);
        }

        private long work(Worker worker, long deadline) throws SQLException {
            long jobs = 0;
            while (System.nanoTime() < deadline) {
                if (shape.withEnqueue()) {
                    for (int i = 0; i < shape.batch(); i++) {
                        long number = NEXT.getAndIncrement();
                        worker.enqueue(Stock.student(number), "key-" + number);
                    }
                }
                List<Worker.Claimed> claimed = worker.claim(shape.batch());
                if (claimed.isEmpty()) {
                    if (shape.withEnqueue()) {
                        continue; // the others took what this one enqueued
                    }
                    break; // drained before the time was up, which counts as well
                }
                worker.complete(claimed);
                jobs += claimed.size();
            }
            return jobs;
        }

        @Override
        public void close() throws SQLException {
            threads.shutdownNow();
            for (Worker worker : workers) {
                worker.close();
            }
        }
    }
}
