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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.util.PSQLException;

@Tag("db")
@ExtendWith(LabResolver.class)
class EnqueueTests {

    @Test
    void exactlyTheLimitOfThirtyRequestsAtOnceIsAccepted(Lab lab) throws Exception {
        lab.setting("jobs_in_flight", 3);
        UUID student = lab.student();
        List<Queue> apis = connections(lab, 30);
        for (int round = 0; round < 10; round++) {
            List<String> answers =
                    AtOnce.run(30, number -> stateOf(apis.get(number), JobRequest.run(student)));
            assertThat(answers).filteredOn("accepted"::equals).hasSize(3);
            assertThat(answers).filteredOn("JQ001"::equals).hasSize(27);
            assertThat(inFlight(lab, student)).isEqualTo(3);
            lab.sql("delete from jobs");
        }
    }

    @Test
    void aRunningJobIsInFlightAndAFinishedOneIsNot(Lab lab) throws SQLException {
        lab.setting("jobs_in_flight", 1);
        UUID student = lab.student();
        UUID runner = lab.registered(1, 1024);
        Queue api = lab.api();
        Queue worker = lab.runner();
        api.enqueue(JobRequest.run(student));
        ClaimedJob claimed = worker.claim(runner, 1, 1024).getFirst();
        SQLException refusal = refused("JQ001", () -> api.enqueue(JobRequest.run(student)));
        assertThat(retrySeconds(refusal)).isPositive();
        // somebody else's limit is another one
        api.enqueue(JobRequest.run(lab.student()));
        worker.complete(claimed, "accepted");
        assertThat(api.enqueue(JobRequest.run(student)).id()).isNotEqualTo(claimed.id());
    }

    @Test
    void exactlyTheRunsOfAMinuteAreAcceptedAndTheSecondsToWaitAreRight(Lab lab) throws Exception {
        lab.setting("runs_per_minute", 5);
        UUID student = lab.student();
        UUID version = lab.problem(1);
        Queue api = lab.api();
        api.enqueue(JobRequest.run(student));
        lab.advance(Duration.ofMillis(20_500));
        List<Queue> apis = connections(lab, 30);
        List<String> answers =
                AtOnce.run(30, number -> stateOf(apis.get(number), JobRequest.run(student)));
        assertThat(answers).filteredOn("accepted"::equals).hasSize(4);
        assertThat(answers).filteredOn("JQ002"::equals).hasSize(26);
        // the first of the five leaves the window in 39.5 seconds
        assertThat(retrySeconds(refused("JQ002", () -> api.enqueue(JobRequest.run(student)))))
                .isEqualTo(40);
        // submits are not counted
        api.enqueue(JobRequest.submit(student, version));
        lab.advance(Duration.ofMillis(39_499));
        assertThat(retrySeconds(refused("JQ002", () -> api.enqueue(JobRequest.run(student)))))
                .isEqualTo(1);
        lab.advance(Duration.ofMillis(1));
        api.enqueue(JobRequest.run(student));
        assertThat(retrySeconds(refused("JQ002", () -> api.enqueue(JobRequest.run(student)))))
                .isEqualTo(21);
    }

    @Test
    void aFullQueueRefusesRunsAndTakesSubmitsUpToTwiceTheLimit(Lab lab) throws SQLException {
        lab.setting("queue_limit", 10);
        UUID student = lab.student();
        UUID version = lab.problem(1);
        UUID contest = lab.contest(version, Duration.ofHours(1));
        lab.register(contest, student);
        Queue api = lab.api();
        for (int i = 0; i < 10; i++) {
            api.enqueue(JobRequest.run(student));
        }
        assertThat(retrySeconds(refused("JQ003", () -> api.enqueue(JobRequest.run(student)))))
                .isEqualTo(15);
        for (int i = 0; i < 9; i++) {
            api.enqueue(JobRequest.submit(student, version));
        }
        api.enqueue(JobRequest.contestSubmit(student, version, contest));
        refused("JQ003", () -> api.enqueue(JobRequest.submit(student, version)));
        refused("JQ003", () -> api.enqueue(JobRequest.contestSubmit(student, version, contest)));
        // what runs is no longer in the queue; it recovers on its own
        lab.runner().claim(lab.registered(11, 65_536), 11, 65_536);
        api.enqueue(JobRequest.run(student));
        refused("JQ003", () -> api.enqueue(JobRequest.run(student)));
        assertThat(lab.number("select count(*) from jobs")).isEqualTo(21);
    }

    @Test
    void aHundredRequestsWithOneKeyMakeOneRow(Lab lab) throws Exception {
        lab.setting("jobs_in_flight", 1);
        UUID student = lab.student();
        JobRequest request = JobRequest.submit(student, lab.problem(2)).key("press 1", "the body");
        List<Queue> apis = connections(lab, 50);
        List<EnqueuedJob> answers =
                AtOnce.run(
                                50,
                                number ->
                                        List.of(
                                                apis.get(number).enqueue(request),
                                                apis.get(number).enqueue(request)))
                        .stream()
                        .flatMap(List::stream)
                        .toList();
        Set<UUID> ids = new HashSet<>();
        answers.forEach(answer -> ids.add(answer.id()));
        assertThat(answers).hasSize(100).filteredOn(answer -> !answer.replayed()).hasSize(1);
        assertThat(ids).hasSize(1);
        assertThat(lab.number("select count(*) from jobs")).isEqualTo(1);
    }

    @Test
    void aKeyBelongsToItsRequestItsEndpointItsPersonAndItsDay(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID version = lab.problem(1);
        Queue api = lab.api();
        JobRequest request = JobRequest.run(student).key("k", "one body");
        UUID first = api.enqueue(request).id();
        refused("JQ004", () -> api.enqueue(request.key("k", "other body")));
        refused(
                "JQ010",
                () ->
                        api.enqueue(
                                new JobRequest(
                                        student, "run", "python", 256, null, null, "k", null)));
        assertThat(api.enqueue(JobRequest.submit(student, version).key("k", "one body")).replayed())
                .isFalse();
        assertThat(api.enqueue(JobRequest.run(lab.student()).key("k", "other body")).replayed())
                .isFalse();
        lab.advance(Duration.ofHours(24).minusMillis(1));
        assertThat(api.enqueue(request))
                .extracting(EnqueuedJob::id, EnqueuedJob::replayed)
                .containsExactly(first, true);
        lab.advance(Duration.ofMillis(1));
        EnqueuedJob next = api.enqueue(request.key("k", "other body"));
        assertThat(next.replayed()).isFalse();
        assertThat(next.id()).isNotEqualTo(first);
        assertThat(api.enqueue(request.key("k", "other body")).id()).isEqualTo(next.id());
        refused("JQ004", () -> api.enqueue(request));
    }

    @Test
    void aReplayIsAnsweredWhateverHasBecomeFullMeanwhile(Lab lab) throws SQLException {
        lab.setting("queue_limit", 10);
        lab.setting("runs_per_minute", 10);
        UUID student = lab.student();
        Queue api = lab.api();
        JobRequest request = JobRequest.run(student).key("k", "body");
        UUID first = api.enqueue(request).id();
        for (int i = 0; i < 9; i++) {
            api.enqueue(JobRequest.run(student));
        }
        lab.sql("update settings set value = 'python' where name = 'languages_off'");
        assertThat(api.enqueue(request).id()).isEqualTo(first);
    }

    @Test
    void aRefusedRequestLeavesItsKeyFree(Lab lab) throws SQLException {
        lab.setting("jobs_in_flight", 1);
        UUID student = lab.student();
        Queue api = lab.api();
        UUID first = api.enqueue(JobRequest.run(student)).id();
        JobRequest second = JobRequest.run(student).key("k", "body");
        refused("JQ001", () -> api.enqueue(second));
        api.cancel(first, student);
        assertThat(api.enqueue(second).replayed()).isFalse();
    }

    @Test
    void aLanguageThatIsUnknownOrOffIsRefused(Lab lab) throws SQLException {
        UUID student = lab.student();
        Queue api = lab.api();
        refused("JQ007", () -> api.enqueue(JobRequest.run(student).language("cobol")));
        lab.sql("update settings set value = 'java,python' where name = 'languages_off'");
        refused("JQ007", () -> api.enqueue(JobRequest.run(student)));
        assertThat(api.enqueue(JobRequest.run(student).language("c")).replayed()).isFalse();
    }

    @Test
    void aContestTakesSubmitsOfRegisteredStudentsForItsProblemsInItsTime(Lab lab)
            throws SQLException {
        UUID version = lab.problem(1);
        UUID other = lab.problem(1);
        UUID student = lab.student();
        UUID stranger = lab.student();
        lab.advance(Duration.ofSeconds(10));
        UUID contest = lab.contest(version, Duration.ofMinutes(10));
        lab.register(contest, student);
        Queue api = lab.api();
        JobRequest submit = JobRequest.contestSubmit(student, version, contest);
        lab.advance(Duration.ofMillis(-1));
        refused("JQ008", () -> api.enqueue(submit));
        lab.advance(Duration.ofMillis(1));
        api.enqueue(submit);
        refused("JQ008", () -> api.enqueue(JobRequest.contestSubmit(stranger, version, contest)));
        refused("JQ008", () -> api.enqueue(JobRequest.contestSubmit(student, other, contest)));
        refused(
                "JQ008",
                () -> api.enqueue(JobRequest.contestSubmit(student, version, UUID.randomUUID())));
        lab.advance(Duration.ofMinutes(10).minusMillis(1));
        api.enqueue(submit);
        lab.advance(Duration.ofMillis(1));
        refused("JQ008", () -> api.enqueue(submit));
    }

    @Test
    void whatNoQueueCanHoldIsRefusedInWords(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID version = lab.problem(1);
        UUID contest = lab.contest(version, Duration.ofHours(1));
        lab.register(contest, student);
        Queue api = lab.api();
        refused("JQ010", () -> api.enqueue(JobRequest.run(student).memory(0)));
        refused(
                "JQ010",
                () ->
                        api.enqueue(
                                new JobRequest(
                                        student, "submit", "python", 256, null, null, null, null)));
        refused(
                "JQ010",
                () ->
                        api.enqueue(
                                new JobRequest(
                                        student, "submit", "python", 256, version, contest, null,
                                        null)));
        refused(
                "JQ010",
                () ->
                        api.enqueue(
                                new JobRequest(
                                        student, "exam", "python", 256, version, null, null,
                                        null)));
        assertThat(lab.number("select count(*) from jobs")).isZero();
    }

    @Test
    void theAnswerSaysHowManyStandBefore(Lab lab) throws SQLException {
        UUID student = lab.student();
        UUID version = lab.problem(3);
        Queue api = lab.api();
        assertThat(api.enqueue(JobRequest.run(student)).before()).isZero();
        lab.advance(Duration.ofSeconds(1));
        EnqueuedJob run = api.enqueue(JobRequest.run(student));
        assertThat(run.before()).isEqualTo(1);
        lab.advance(Duration.ofSeconds(1));
        EnqueuedJob submit = api.enqueue(JobRequest.submit(student, version));
        assertThat(submit.before()).isZero();
        assertThat(api.before(run.id())).isEqualTo(2);
        assertThat(api.before(UUID.randomUUID())).isZero();
        lab.runner().claim(lab.registered(2, 512), 2, 512);
        assertThat(api.before(run.id())).isZero();
        assertThat(
                        lab.rows(
                                "select kind, state, phase, tests_total, attempt from jobs order by order_key"))
                .containsExactly(
                        "submit running compiling 3 1",
                        "run running compiling 1 1",
                        "run queued queued 1 0");
    }

    private static List<Queue> connections(Lab lab, int count) throws SQLException {
        Queue[] queues = new Queue[count];
        for (int i = 0; i < count; i++) {
            queues[i] = lab.api();
        }
        return List.of(queues);
    }

    private static String stateOf(Queue api, JobRequest request) throws SQLException {
        try {
            api.enqueue(request);
            return "accepted";
        } catch (PSQLException e) {
            return String.valueOf(e.getSQLState());
        }
    }

    private static long inFlight(Lab lab, UUID student) throws SQLException {
        return lab.number(
                "select count(*) from jobs where user_id = ? and state <> 'done'", student);
    }
}
