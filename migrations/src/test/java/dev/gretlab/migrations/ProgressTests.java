/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a student can see of a job while it runs and afterwards. */
@Tag("db")
@ExtendWith(LabResolver.class)
class ProgressTests {

    @Test
    void everyChangeThatAStudentCanSeeHasANewRevision(Lab lab) throws SQLException {
        UUID version = lab.problem(3);
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        Queue worker = lab.runner();
        lab.api().enqueue(JobRequest.submit(student, version));
        assertThat(seen(lab)).isEqualTo("queued queued 0 3 1");
        ClaimedJob job = worker.claim(runner, 1, 256).getFirst();
        assertThat(seen(lab)).isEqualTo("running compiling 0 3 2");
        assertThat(worker.progress(job, "testing", 1, 3)).isTrue();
        assertThat(seen(lab)).isEqualTo("running testing 1 3 3");
        worker.heartbeat(runner, List.of(job.token()));
        assertThat(seen(lab)).as("a heartbeat is none").isEqualTo("running testing 1 3 3");
        assertThat(worker.progress(job, "done", 3, 3)).as("no phase for a runner to say").isFalse();
        worker.giveBack(job);
        assertThat(seen(lab)).isEqualTo("queued queued 0 3 4");
        job = worker.claim(runner, 1, 256).getFirst();
        assertThat(seen(lab)).isEqualTo("running compiling 0 3 5");
        lab.advance(Duration.ofMinutes(1));
        worker.sweep();
        assertThat(seen(lab)).isEqualTo("queued queued 0 3 6");
        assertThat(worker.progress(job, "testing", 2, 3)).as("a lost lease").isFalse();
        job = worker.claim(runner, 1, 256).getFirst();
        worker.complete(job, "wrong_answer", tests("wrong_answer"));
        assertThat(seen(lab)).isEqualTo("done done 3 3 8");
        assertThat(worker.progress(job, "testing", 2, 3)).as("after the end").isFalse();
        assertThat(seen(lab)).isEqualTo("done done 3 3 8");
    }

    @Test
    void whatAHiddenTestPrintedIsNotKept(Lab lab) throws SQLException {
        UUID version = lab.problem(3);
        Queue worker = lab.runner();
        lab.api().enqueue(JobRequest.submit(lab.student(), version));
        ClaimedJob job = worker.claim(lab.registered(1, 256), 1, 256).getFirst();
        worker.complete(job, "runtime_error", tests("runtime_error"));
        assertThat(
                        lab.rows(
                                """
                                select number, group_name, visible, verdict, cpu_ms, memory_kb, exit_code, signal, stopped_by,
                                    convert_from(stdout, 'UTF8'), stdout_truncated, convert_from(stderr, 'UTF8'), message, staff_message
                                from job_tests order by number\
                                """))
                .containsExactly(
                        "1 sample t runtime_error 5 900 1 11 cpu out t err for the student for staff",
                        "2 secret f runtime_error 5 900 null null cpu null f null null for staff",
                        "3 secret f runtime_error 5 900 null null cpu null f null null for staff");
    }

    @Test
    void aCompileErrorHasDoneNoTest(Lab lab) throws SQLException {
        Queue worker = lab.runner();
        lab.api().enqueue(JobRequest.submit(lab.student(), lab.problem(2)));
        worker.complete(
                worker.claim(lab.registered(1, 256), 1, 256).getFirst(), "compile_error", null);
        assertThat(seen(lab)).isEqualTo("done done 0 2 3");
    }

    @Test
    void aResultWithoutOutputIsTaken(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        lab.api().enqueue(JobRequest.run(lab.student()));
        ClaimedJob job = lab.runner().claim(runner, 1, 256).getFirst();
        lab.sql(
                """
                select complete_jobs(?, array[?::uuid], array[?::uuid], '{time_limit}', array['{}'::jsonb],
                    '{null}', '{null}', '{null}', '{null}', '{null}', '{null}')\
                """,
                runner,
                job.id(),
                job.token());
        assertThat(
                        lab.rows(
                                "select stdout = '', stdout_truncated, compile_output = '' from job_results"))
                .containsExactly("t f t");
    }

    /** Three tests for which the runner says too much, and that all are visible. */
    private static String tests(String verdict) {
        StringBuilder json = new StringBuilder("[");
        for (int number = 1; number <= 3; number++) {
            json.append(number == 1 ? "" : ",")
                    .append(
                            """
                            {"number": %d, "group": "sample", "visible": true, "verdict": "%s", "cpuMs": 5, "wallMs": 9,
                            "memoryKb": 900, "exitCode": 1, "signal": 11, "stoppedBy": "cpu", "stdout": "b3V0",
                            "stdoutTruncated": true, "stderr": "ZXJy", "message": "for the student",
                            "staffMessage": "for staff"}\
                            """
                                    .formatted(number, verdict));
        }
        return json.append("]").toString();
    }

    private static String seen(Lab lab) throws SQLException {
        return lab.rows("select state, phase, tests_done, tests_total, revision from jobs")
                .getFirst();
    }
}
