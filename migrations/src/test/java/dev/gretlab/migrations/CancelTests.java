/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static dev.gretlab.migrations.Lab.retrySeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class CancelTests {

    @Test
    void aQueuedJobIsNeverClaimedAfterItWasCancelled(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        UUID job = api.enqueue(JobRequest.run(student)).id();
        assertThat(api.cancel(job, student)).isEqualTo("queued");
        assertThat(api.cancel(job, student)).as("again").isEqualTo("done");
        assertThat(lab.runner().claim(lab.registered(1, 256), 1, 256)).isEmpty();
        assertThat(lab.rows("select state, phase, verdict, finished_at is not null from jobs"))
                .containsExactly("done done cancelled t");
        assertThat(lab.number("select count(*) from job_results")).isEqualTo(1);
    }

    @Test
    void aRunningJobIsTakenFromItsRunner(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        Queue worker = lab.runner();
        Queue api = lab.api();
        api.enqueue(JobRequest.run(student));
        ClaimedJob job = worker.claim(runner, 1, 256).getFirst();
        assertThat(api.cancel(job.id(), student)).isEqualTo("running");
        assertThat(worker.heartbeat(runner, List.of(job.token()))).isEmpty();
        assertThat(worker.progress(job, "testing", 1, 1)).isFalse();
        refused("JQ005", () -> worker.complete(job, "accepted"));
        refused("JQ005", () -> worker.fail(job, "killed"));
        refused("JQ005", () -> worker.giveBack(job));
        assertThat(lab.rows("select verdict from jobs")).containsExactly("cancelled");
    }

    @Test
    void onlyTheOwnerAndStaffCancel(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        UUID job = api.enqueue(JobRequest.run(student)).id();
        assertThat(api.cancel(job, lab.student())).isNull();
        assertThat(api.cancel(UUID.randomUUID(), student)).isNull();
        assertThat(lab.text("select state from jobs")).isEqualTo("queued");
        assertThat(api.cancel(job, null)).isEqualTo("queued");
    }

    @Test
    void aFinishedJobKeepsItsVerdict(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        Queue worker = lab.runner();
        UUID job = api.enqueue(JobRequest.run(student)).id();
        worker.complete(worker.claim(lab.registered(1, 256), 1, 256).getFirst(), "accepted");
        assertThat(api.cancel(job, student)).isEqualTo("done");
        assertThat(lab.text("select verdict from jobs")).isEqualTo("accepted");
    }

    @Test
    void whatIsCancelledWhileItRunsKeepsItsPlaceUntilItsRunnerHasHeard(Lab lab)
            throws SQLException {
        lab.setting("jobs_in_flight", 2);
        UUID student = lab.student();
        Queue api = lab.api();
        api.enqueue(JobRequest.run(student));
        ClaimedJob running = lab.runner().claim(lab.registered(1, 256), 1, 256).getFirst();
        UUID queued = api.enqueue(JobRequest.run(student)).id();
        api.cancel(running.id(), student);
        api.cancel(queued, student);
        api.enqueue(JobRequest.run(student));
        SQLException refusal = refused("JQ001", () -> api.enqueue(JobRequest.run(student)));
        assertThat(retrySeconds(refusal)).as("there is room again by then").isEqualTo(5);
        lab.advance(Duration.ofSeconds(5));
        api.enqueue(JobRequest.run(student));
    }

    @Test
    void whoeverIsFirstWinsWhenAJobEndsAndIsCancelledAtOnce(Lab lab) throws Exception {
        UUID student = lab.student();
        UUID runner = lab.registered(1, 256);
        List<Queue> queues = List.of(lab.api(), lab.runner(), lab.api());
        for (int round = 0; round < 40; round++) {
            UUID id = queues.getFirst().enqueue(JobRequest.run(student)).id();
            ClaimedJob job = queues.get(1).claim(runner, 1, 256).getFirst();
            List<String> answers =
                    AtOnce.run(
                            3,
                            number -> {
                                if (number != 1) {
                                    return String.valueOf(queues.get(number).cancel(id, student));
                                }
                                try {
                                    queues.get(1).complete(job, "accepted");
                                    return "taken";
                                } catch (SQLException e) {
                                    return String.valueOf(e.getSQLState());
                                }
                            });
            String verdict = lab.text("select verdict from jobs where id = ?", id);
            List<String> expected =
                    new ArrayList<>(
                            verdict.equals("accepted")
                                    ? List.of("taken", "done", "done")
                                    : List.of("running", "done", "JQ005"));
            assertThat(answers).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(lab.number("select count(*) from job_results where job_id = ?", id))
                    .isEqualTo(1);
        }
    }
}
