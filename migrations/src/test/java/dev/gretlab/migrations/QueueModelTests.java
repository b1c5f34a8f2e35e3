/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random histories against a reference model. A seed is printed; {@code -Dgretlab.seed=N} runs that
 * one again.
 */
@Tag("db")
@ExtendWith(LabResolver.class)
class QueueModelTests {

    /** What a history must have come to before it says much; some of it is rare. */
    private static final List<Predicate<String>> EVERYTHING =
            List.of(
                    line -> line.contains(": JQ001"),
                    line -> line.contains(": JQ002"),
                    line -> line.contains(": JQ003"),
                    line -> line.contains(": JQ004"),
                    line -> line.contains(": old"),
                    line -> line.contains("complete") && line.contains("JQ005"),
                    line -> line.contains("sweep: [") && !line.endsWith("[]"),
                    line -> line.contains("system_error"),
                    line -> line.contains("claim") && line.contains("!"));

    private static final int OPERATIONS = 1500;

    private static final int LEAST = 3;

    /** Each has limits of its own, and with some of them a refusal is too rare to be met. */
    private static final int MOST = 15;

    @Test
    void theDatabaseAnswersAsTheModelDoes(PostgresServer server) throws SQLException {
        long seed = seed("one thread");
        List<String> happened = new ArrayList<>();
        for (int i = 0; i < LEAST || (i < MOST && !all(EVERYTHING, happened)); i++) {
            long own = seed + i;
            try (Lab lab = Lab.open(server)) {
                happened.addAll(new QueueHistory(lab, own).run(OPERATIONS));
            } catch (AssertionError e) {
                throw new AssertionError("replay with -Dgretlab.seed=" + own, e);
            }
        }
        for (Predicate<String> what : EVERYTHING) {
            assertThat(happened)
                    .as("histories that have everything in them; -Dgretlab.seed=%d", seed)
                    .anyMatch(what);
        }
    }

    private static boolean all(List<Predicate<String>> wanted, List<String> happened) {
        return wanted.stream().allMatch(what -> happened.stream().anyMatch(what));
    }

    @Test
    void theSameSeedGivesTheSameHistory(Lab first, Lab second, Lab other) throws SQLException {
        long seed = seed("twice the same");
        List<String> history = new QueueHistory(first, seed).run(400);
        assertThat(new QueueHistory(second, seed).run(400)).isEqualTo(history);
        assertThat(new QueueHistory(other, seed + 1).run(400)).isNotEqualTo(history);
    }

    @Test
    void nothingIsLostOrJudgedTwiceByManyAtOnceThroughACrashOfTheDatabase() throws Exception {
        long seed = seed("many threads");
        try (PostgresServer server = PostgresServer.start();
                Lab lab = Lab.open(server)) {
            QueueStorm storm = new QueueStorm(lab, seed);
            storm.run(
                    12_000,
                    () -> {
                        server.crash();
                        server.up();
                    });
            storm.drainAndCheck();
            assertThat(storm.operations()).isGreaterThanOrEqualTo(12_000);
            assertThat(storm.counts())
                    .as("a history that has everything in it")
                    .containsKeys(
                            "accepted",
                            "refused JQ001",
                            "refused JQ003",
                            "claimed",
                            "claimed alone",
                            "completed",
                            "again completed",
                            "late completed too late",
                            "given back",
                            "failed",
                            "swept requeued",
                            "swept system_error",
                            "cancelled when queued",
                            "cancelled when running",
                            "died",
                            "lost connection");
        } catch (AssertionError e) {
            throw new AssertionError("replay with -Dgretlab.seed=" + seed, e);
        }
    }

    private static long seed(String what) {
        long seed = Long.getLong("gretlab.seed", new Random().nextInt(1_000_000));
        System.out.println("Random histories, " + what + ": -Dgretlab.seed=" + seed);
        return seed;
    }
}
