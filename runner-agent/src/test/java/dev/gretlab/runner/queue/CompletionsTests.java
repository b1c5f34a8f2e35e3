/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.agent.Lab;
import dev.gretlab.runner.judge.Facts;
import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.judge.Verdict;
import dev.gretlab.runner.queue.Registration.OfferedLanguage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("db")
class CompletionsTests {

    private static final int JOBS = 6;

    private Lab lab;
    private Queue queue;
    private Completions completions;
    private List<ClaimedJob> jobs;

    @BeforeEach
    void claimSome() throws Exception {
        lab = Lab.open();
        queue =
                new Queue(
                        new DatabaseAddress(
                                lab.database().url(),
                                lab.database().role("runner"),
                                lab.database().password()));
        completions = new Completions(queue, "namespaces");
        UUID runnerId =
                queue.register(
                                new Registration(
                                        "test",
                                        "1",
                                        JOBS,
                                        8_192,
                                        "namespaces",
                                        Map.of(),
                                        List.of(
                                                new OfferedLanguage(
                                                        "python", "Python", "3", "py", "python",
                                                        "main.py"))))
                        .runnerId();
        UUID problem = lab.problem(lab.course(), "some", "{\"kind\": \"default\"}");
        lab.test(problem, 1, false, "in", "out");
        for (int i = 0; i < JOBS; i++) {
            lab.submit(problem, "python", "pass");
        }
        jobs = queue.claim(runnerId, List.of("python"), JOBS, 8_192, List.of());
        assertThat(jobs).hasSize(JOBS);
    }

    @AfterEach
    void close() {
        queue.close();
        lab.close();
    }

    private static Judgement accepted(@Nullable String staffMessage) {
        byte[] nothing = {};
        return new Judgement(
                Verdict.ACCEPTED,
                new Facts(1, 2, 3, 0, null, null),
                nothing,
                false,
                nothing,
                false,
                nothing,
                null,
                staffMessage,
                List.of(),
                null,
                List.of());
    }

    /**
     * Begins all completions while the first job's row is locked, so that the others wait for their
     * turn together.
     */
    private List<Future<Boolean>> allAtOnce(int faulty) throws Exception {
        List<Future<Boolean>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection holder = lab.database().owner();
                PreparedStatement lock =
                        holder.prepareStatement("select from jobs where id = ? for update")) {
            holder.setAutoCommit(false);
            lock.setObject(1, jobs.getFirst().id());
            lock.execute();
            for (int i = 0; i < JOBS; i++) {
                ClaimedJob job = jobs.get(i);
                Judgement judgement = accepted(i == faulty ? "no text has a \0" : null);
                answers.add(
                        threads.submit(() -> {
                            completions.complete(job, judgement);
                            return true;
                        }));
                if (i == 0) {
                    Lab.await(
                            Duration.ofSeconds(10),
                            "the first call to wait for the row",
                            () ->
                                    lab.count(
                                                    "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
                                            == 1);
                }
            }
            Lab.await(
                    Duration.ofSeconds(10),
                    "the others to wait",
                    () -> completions.waiting() == JOBS - 1);
            holder.commit();
        }
        return answers;
    }

    @Test
    void whatWaitsGoesTogether() throws Exception {
        for (Future<Boolean> answer : allAtOnce(-1)) {
            assertThat(answer.get()).isTrue();
        }
        assertThat(lab.count("select count(*) from jobs where verdict = 'accepted'"))
                .isEqualTo(JOBS);
        assertThat(lab.count("select count(distinct xmin::text) from job_results"))
                .as("calls")
                .isEqualTo(2);
    }

    @Test
    void oneThatTheDatabaseCannotTakeKeepsNoOtherBack() throws Exception {
        List<Future<Boolean>> answers = allAtOnce(3);
        for (int i = 0; i < JOBS; i++) {
            Future<Boolean> answer = answers.get(i);
            if (i == 3) {
                assertThatThrownBy(answer::get).hasCauseInstanceOf(QueueRefused.class);
            } else {
                assertThat(answer.get()).isTrue();
            }
        }
        assertThat(lab.count("select count(*) from jobs where verdict = 'accepted'"))
                .isEqualTo(JOBS - 1);
    }

    @Test
    void aLostLeaseIsTold() throws Exception {
        lab.count("select count(*) from (select cancel_job(?, null)) c", jobs.getFirst().id());
        assertThatThrownBy(() -> completions.complete(jobs.getFirst(), accepted(null)))
                .isInstanceOf(LeaseLost.class);
    }
}
