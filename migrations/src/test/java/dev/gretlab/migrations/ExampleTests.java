/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Staff have the example submissions of a problem judged. */
@Tag("db")
@ExtendWith(LabResolver.class)
class ExampleTests {

    private static UUID problem(Lab lab) throws SQLException {
        UUID version = lab.problem(3);
        for (String[] example :
                new String[][] {
                    {"accepted/b.c", "c"},
                    {"accepted/a.py", "python"},
                    {"wrong_answer/x.py", "python"},
                    {"accepted/d.cob", "cobol"}
                }) {
            lab.sql(
                    "insert into example_submissions (problem_version_id, path, language, expected, hash) values (?, ?, ?, '{accepted}', ?)",
                    version,
                    example[0],
                    example[1],
                    lab.blob("source of " + example[0]));
        }
        return version;
    }

    private static long judge(Lab lab, UUID version, UUID staff) throws SQLException {
        return lab.number("select judge_examples(?, ?)", version, staff);
    }

    @Test
    void eachBecomesAJobOfTheOneWhoAsks(Lab lab) throws SQLException {
        UUID version = problem(lab);
        UUID staff = lab.student();
        assertThat(judge(lab, version, staff)).as("nobody offers the fourth language").isEqualTo(3);
        assertThat(
                        lab.rows(
                                """
                                select x.path, j.user_id = ?, j.kind, j.language, j.memory_mb, j.by_staff, j.tests_total, s.cpu_ms, s.wall_ms,
                                    s.output_kb, convert_from(s.source, 'UTF8')
                                from example_jobs x join jobs j on j.id = x.job_id join job_sources s on s.job_id = j.id order by x.path\
                                """,
                                staff))
                .containsExactly(
                        "accepted/a.py t submit python 256 t 3 1000 8000 1024 source of accepted/a.py",
                        "accepted/b.c t submit c 256 t 3 1000 8000 1024 source of accepted/b.c",
                        "wrong_answer/x.py t submit python 256 t 3 1000 8000 1024 source of wrong_answer/x.py");
    }

    @Test
    void whatIsInTheQueueIsNotBegunAgain(Lab lab) throws SQLException {
        UUID version = problem(lab);
        UUID staff = lab.student();
        judge(lab, version, staff);
        assertThat(judge(lab, version, staff)).isZero();
        Queue worker = lab.runner();
        ClaimedJob first = worker.claim(lab.registered(1, 10_000), 1, 10_000).getFirst();
        assertThat(judge(lab, version, staff)).as("one is running").isZero();
        worker.complete(first, "accepted", "[]");
        assertThat(judge(lab, version, staff)).isEqualTo(1);
        assertThat(lab.number("select count(*) from example_jobs")).isEqualTo(3);
        assertThat(lab.number("select count(*) from example_jobs where job_id = ?", first.id()))
                .as("the newest job is kept")
                .isZero();
    }

    @Test
    void studentsGoFirst(Lab lab) throws SQLException {
        UUID version = problem(lab);
        lab.setting("jobs_in_flight", 1);
        UUID staff = lab.student();
        judge(lab, version, staff);
        UUID student = lab.student();
        UUID pressed = lab.api().enqueue(JobRequest.run(student)).id();
        UUID ofStaff = lab.api().enqueue(JobRequest.run(staff)).id();
        List<UUID> order =
                lab.runner().claim(lab.registered(8, 10_000), 8, 10_000).stream()
                        .map(ClaimedJob::id)
                        .toList();
        assertThat(order).hasSize(5).startsWith(pressed, ofStaff);
    }

    @Test
    void aLanguageThatIsOffIsPassedOver(Lab lab) throws SQLException {
        lab.sql("update settings set value = 'c,java' where name = 'languages_off'");
        assertThat(judge(lab, problem(lab), lab.student())).isEqualTo(2);
    }
}
