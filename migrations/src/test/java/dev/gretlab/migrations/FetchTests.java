/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A runner reads the files of the jobs that it has leased, and no others. */
@Tag("db")
@ExtendWith(LabResolver.class)
class FetchTests {

    @Test
    void onlyTheFilesOfTheLeasedProblemAreServed(Lab lab) throws SQLException {
        UUID version = lab.problem(2);
        UUID other = lab.problem(1);
        byte[] validator = lab.blob("a validator");
        lab.sql(
                """
                update problem_versions set validator = jsonb_build_object('kind', 'custom', 'language', 'python',
                    'files', jsonb_build_array(jsonb_build_object('name', 'v.py', 'hash', ?::text)))
                where id = ?\
                """,
                HexFormat.of().formatHex(validator),
                version);
        byte[] picture = lab.blob("a picture of the statement");
        lab.sql("insert into problem_files values (?, 'p.png', 'image/png', ?)", version, picture);
        byte[] example = lab.blob("the jury's solution");
        lab.sql(
                "insert into example_submissions values (?, 'accepted/a.py', 'python', '{accepted}', ?)",
                version,
                example);
        ClaimedJob job = leased(lab, JobRequest.submit(lab.student(), version));
        List<byte[]> all =
                List.of(
                        Sha256.of("input 1 of " + version),
                        Sha256.of("answer 1 of " + version),
                        Sha256.of("input 2 of " + version),
                        Sha256.of("answer 2 of " + version),
                        validator,
                        picture,
                        example,
                        Sha256.of("input 1 of " + other),
                        Sha256.of("nothing"));
        try (Connection runner = lab.connect("runner")) {
            assertThat(fetch(runner, job.token(), all))
                    .containsExactlyInAnyOrder(
                            "input 1 of " + version,
                            "answer 1 of " + version,
                            "input 2 of " + version,
                            "answer 2 of " + version,
                            "a validator");
            assertThat(fetch(runner, job.token(), all.subList(1, 2)))
                    .containsExactly("answer 1 of " + version);
            assertThat(fetch(runner, job.token(), List.of())).isEmpty();
        }
    }

    @Test
    void withoutALeaseThereIsNothing(Lab lab) throws SQLException {
        UUID version = lab.problem(1);
        UUID student = lab.student();
        List<byte[]> wanted = List.of(Sha256.of("input 1 of " + version));
        try (Connection runner = lab.connect("runner")) {
            refused("JQ005", () -> fetch(runner, UUID.randomUUID(), wanted));
            ClaimedJob run =
                    leased(
                            lab,
                            new JobRequest(
                                    student, "run", "python", 256, version, null, null, null));
            refused("JQ005", () -> fetch(runner, run.token(), wanted));
            ClaimedJob swept = leased(lab, JobRequest.submit(student, version));
            assertThat(fetch(runner, swept.token(), wanted)).hasSize(1);
            lab.advance(Duration.ofMinutes(1));
            lab.runner().sweep();
            refused("JQ005", () -> fetch(runner, swept.token(), wanted));
            lab.sql("delete from jobs");
            ClaimedJob done = leased(lab, JobRequest.submit(student, version));
            lab.runner().complete(done, "accepted", "[]");
            refused("JQ005", () -> fetch(runner, done.token(), wanted));
        }
    }

    private static ClaimedJob leased(Lab lab, JobRequest request) throws SQLException {
        lab.api().enqueue(request);
        return lab.runner().claim(lab.registered(1, 256), 1, 256).getFirst();
    }

    private static List<String> fetch(Connection runner, UUID token, List<byte[]> hashes)
            throws SQLException {
        try (PreparedStatement call =
                runner.prepareStatement(
                        "select convert_from(content, 'UTF8') from fetch_tests(?, ?)")) {
            call.setObject(1, token);
            call.setArray(2, runner.createArrayOf("bytea", hashes.toArray(new byte[0][])));
            List<String> contents = new ArrayList<>();
            try (ResultSet rows = call.executeQuery()) {
                while (rows.next()) {
                    contents.add(rows.getString(1));
                }
            }
            return contents;
        }
    }
}
