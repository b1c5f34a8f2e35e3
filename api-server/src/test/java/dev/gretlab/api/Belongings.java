/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A student with one of everything that can belong to a student, in a course that others share and
 * in one that is theirs alone. Every text of theirs holds a mark by which it is recognised.
 */
record Belongings(
        Lab.Person person,
        String mark,
        String sharedProblem,
        String ownCourse,
        String ownProblem,
        String contest,
        String run,
        String submission,
        String token,
        String idempotencyKey) {

    static Belongings of(Lab lab, String sharedCourse, String sharedProblem) {
        String ownCourse = lab.course();
        String ownProblem = lab.problem(ownCourse);
        Lab.Person person = lab.student(sharedCourse, ownCourse);
        String mark = "mark-of-" + person.username();
        String contest = "contest-" + UUID.randomUUID().toString().substring(0, 8);
        UUID contestId = UUID.randomUUID();
        lab.update(
                "insert into contests (id, course_id, slug, name, starts_at, ends_at) select ?, id, ?, ?, now() - interval '1 h', now() + interval '1 h' from courses where slug = ?",
                contestId,
                contest,
                mark,
                ownCourse);
        lab.update(
                "insert into contest_problems (contest_id, problem_id, label, position) select ?, id, 'A', 1 from problems where slug = ?",
                contestId,
                ownProblem);
        lab.update(
                "insert into contest_registrations (contest_id, user_id) values (?, ?)",
                contestId,
                person.id());
        String key = "key-" + UUID.randomUUID();
        String run =
                sent(
                                person,
                                "/api/v1/runs",
                                Map.of("language", "python", "source", mark),
                                Map.of("Idempotency-Key", key))
                        .get("id")
                        .asString();
        String submission =
                sent(
                                person,
                                "/api/v1/submissions",
                                Map.of("problem", sharedProblem, "language", "c", "source", mark),
                                Map.of())
                        .get("id")
                        .asString();
        try (Runner runner = new Runner(lab)) {
            List<Runner.Claimed> claimed = runner.claim(10);
            claimed.forEach(job ->
                    runner.complete(
                            job,
                            "wrong_answer",
                            mark.getBytes(StandardCharsets.UTF_8),
                            job.job().toString().equals(submission)
                                    ? "[{\"number\": 1, \"verdict\": \"wrong_answer\", \"cpuMs\": 1, \"wallMs\": 1, \"memoryKb\": 1}]"
                                    : null));
        }
        UUID job = UUID.fromString(submission);
        lab.update(
                "insert into job_groups (job_id, number, name, shown, verdict, score) values (?, 1, ?, true, 'wrong_answer', 5)",
                job,
                mark);
        // as if it were staff's: the table leads to its owner all the same
        lab.update(
                """
                with example as (
                    insert into example_submissions (problem_version_id, path, language, expected, hash)
                    select j.problem_version_id, ?, 'c', '{accepted}', t.input_hash
                    from jobs j join tests t on t.problem_version_id = j.problem_version_id and t.number = 1 where j.id = ?
                    returning problem_version_id, path
                )
                insert into example_jobs (problem_version_id, path, job_id) select problem_version_id, path, ? from example
                """,
                mark,
                job,
                job);
        for (String draft : List.of("scratch", sharedProblem)) {
            Http.send(
                    person.client(),
                    "PUT",
                    "/api/v1/drafts/" + draft + "/python",
                    Map.of("source", mark),
                    Map.of("If-None-Match", "*"));
        }
        String token =
                sent(person, "/api/v1/tokens", Map.of("name", mark), Map.of()).get("id").asString();
        Http.send(
                lab.anyone(),
                "POST",
                "/api/v1/session",
                Map.of("username", person.username(), "password", Lab.PASSWORD));
        return new Belongings(
                person,
                mark,
                sharedProblem,
                ownCourse,
                ownProblem,
                contest,
                run,
                submission,
                token,
                key);
    }

    private static JsonNode sent(
            Lab.Person person, String path, Object body, Map<String, String> headers) {
        return Http.send(person.client(), "POST", path, body, headers).json();
    }
}
