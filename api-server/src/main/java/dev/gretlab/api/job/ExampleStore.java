/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The example submissions of problems, and the jobs by which staff have them judged. */
@Component
class ExampleStore {

    private final Database database;

    ExampleStore(Database database) {
        this.database = database;
    }

    /**
     * What the package claims of one of its programs, and what came out.
     *
     * @param expected the verdicts that are right
     * @param lowestScore the score that is right begins here; null: it claims none
     * @param highestScore the score that is right ends here; null: it claims none
     * @param id of its newest job; null: it was never judged
     * @param asClaimed null while there is no verdict that counts
     */
    record Example(
            String path,
            String language,
            List<String> expected,
            @Nullable BigDecimal lowestScore,
            @Nullable BigDecimal highestScore,
            @Nullable UUID id,
            @Nullable String state,
            @Nullable String verdict,
            @Nullable BigDecimal score,
            @Nullable Boolean asClaimed) {}

    /** In the order of their paths. Who asks must be staff of the problem's course. */
    Mono<List<Example>> list(UUID version) {
        return database.sql(
                        """
                        select e.path, e.language, e.expected, trim_scale(e.lowest_score) as lowest_score,
                            trim_scale(e.highest_score) as highest_score, j.id, j.state, j.verdict, j.voided_at is not null as voided,
                            trim_scale(r.score) as score
                        from example_submissions e
                        left join example_jobs x on x.problem_version_id = e.problem_version_id and x.path = e.path
                        left join jobs j on j.id = x.job_id
                        left join job_results r on r.job_id = j.id
                        where e.problem_version_id = :version order by e.path
                        """)
                .bind("version", version)
                .map(readable -> example(new Columns(readable)))
                .all()
                .collectList();
    }

    /** Has those judged that are not in the queue; answers how many. The same goes for who asks. */
    Mono<Integer> judge(UUID version, Caller caller) {
        return database.sql("select judge_examples(:version, :me) as begun")
                .bind("version", version)
                .bind("me", caller.id())
                .map(readable -> new Columns(readable).integer("begun"))
                .one();
    }

    private static Example example(Columns row) {
        List<String> expected = List.of(row.texts("expected"));
        BigDecimal lowest = row.exactOrNull("lowest_score");
        BigDecimal highest = row.exactOrNull("highest_score");
        String verdict = row.textOrNull("verdict");
        BigDecimal score = row.exactOrNull("score");
        boolean counts =
                verdict != null
                        && !row.flag("voided")
                        && !verdict.equals("system_error")
                        && !verdict.equals("cancelled");
        return new Example(
                row.text("path"),
                row.text("language"),
                expected,
                lowest,
                highest,
                row.uuidOrNull("id"),
                row.textOrNull("state"),
                verdict,
                score,
                counts ? expected.contains(verdict) && within(score, lowest, highest) : null);
    }

    private static boolean within(
            @Nullable BigDecimal score, @Nullable BigDecimal lowest, @Nullable BigDecimal highest) {
        if (lowest == null && highest == null) {
            return true;
        }
        return score != null
                && (lowest == null || score.compareTo(lowest) >= 0)
                && (highest == null || score.compareTo(highest) <= 0);
    }
}
