/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Measures the queue on a server of its own: how many jobs a second it carries beside bare SQL that
 * writes the same rows, how long a claim takes with few and with many finished jobs, and which
 * indexes its functions search. Exit code 1 when a function reads a growing table from end to end.
 */
public final class QueueBench {

    private QueueBench() {}

    /**
     * The server is in the environment: BENCH_SERVER, BENCH_DATABASE (migrated), BENCH_PASSWORD.
     */
    public static void main(String[] args) throws Exception {
        BenchArguments arguments;
        try {
            arguments = BenchArguments.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        BenchDatabase many =
                new BenchDatabase(
                        required("BENCH_SERVER"),
                        required("BENCH_DATABASE"),
                        required("BENCH_PASSWORD"));
        new Stock(many).people();
        BenchDatabase few = many.copy("few");
        new Stock(few).finished(BenchArguments.FEW_ROWS);
        long start = System.nanoTime();
        new Stock(many).finished(arguments.rows());
        say(
                String.format(
                        Locale.ROOT,
                        "Queue of the lab on PostgreSQL %s, every commit waits for the disk.",
                        version(many)));
        say(
                String.format(
                        Locale.ROOT,
                        "%,d finished jobs (made in %d s), medians of %d rounds of %d s.",
                        arguments.rows(),
                        (System.nanoTime() - start) / 1_000_000_000,
                        arguments.rounds(),
                        arguments.seconds()));
        claimTimes(few, many, arguments);
        throughput(many, arguments);
        System.exit(scans(many) ? 0 : 1);
    }

    private static void claimTimes(BenchDatabase few, BenchDatabase many, BenchArguments arguments)
            throws SQLException {
        ClaimTime claims = new ClaimTime(few, many);
        claims.measure(Math.max(6, arguments.rounds()));
        say(
                String.format(
                        Locale.ROOT,
                        "%nClaim of one job, its commit included, %,d claims each",
                        claims.claims()));
        say(
                String.format(
                        Locale.ROOT,
                        "%-12s %14s %14s %8s",
                        "",
                        "1,000 jobs",
                        "%,d jobs".formatted(arguments.rows()),
                        "ratio"));
        for (double percentile : new double[] {50, 99}) {
            say(
                    String.format(
                            Locale.ROOT,
                            "p%-11.0f %11.2f ms %11.2f ms %8.2f",
                            percentile,
                            claims.fewMicros(percentile) / 1000.0,
                            claims.manyMicros(percentile) / 1000.0,
                            claims.ratio(percentile)));
        }
    }

    private static void throughput(BenchDatabase many, BenchArguments arguments)
            throws SQLException, InterruptedException {
        Throughput throughput = new Throughput(many, arguments.seconds(), arguments.rounds());
        say("\nJobs a second");
        say(
                String.format(
                        Locale.ROOT,
                        "%-34s %8s %6s %10s %10s %8s",
                        "",
                        "runners",
                        "batch",
                        "rules",
                        "bare SQL",
                        "ratio"));
        for (boolean withEnqueue : new boolean[] {false, true}) {
            for (int batch : new int[] {1, 8}) {
                for (int runners : arguments.runners()) {
                    Throughput.Rates rates =
                            throughput.measure(new Throughput.Shape(runners, batch, withEnqueue));
                    say(
                            String.format(
                                    Locale.ROOT,
                                    "%-34s %8d %6d %,10.0f %,10.0f %7.0f%%",
                                    withEnqueue
                                            ? "enqueue singly, claim, complete"
                                            : "claim, complete",
                                    runners,
                                    batch,
                                    rates.rules(),
                                    rates.bare(),
                                    100 * rates.ratio()));
                }
            }
        }
    }

    private static boolean scans(BenchDatabase many) throws SQLException {
        List<ScanCheck.Finding> findings = new ScanCheck(many).run();
        say("\nIndexes that the functions searched, and rows of growing tables that they read");
        boolean good = true;
        for (ScanCheck.Finding finding : findings) {
            say(
                    String.format(
                            Locale.ROOT,
                            "%-22s %7d  %s%s",
                            finding.function(),
                            finding.rowsRead(),
                            finding.indexes(),
                            finding.readWhole().isEmpty()
                                    ? ""
                                    : "  READS ALL OF " + finding.readWhole()));
            good &= finding.readWhole().isEmpty();
        }
        return good;
    }

    private static String version(BenchDatabase database) throws SQLException {
        try (Connection connection = database.superuser()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    private static String required(String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new IllegalStateException(name + " is not set: start this with hack/bench");
        }
        return value;
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
