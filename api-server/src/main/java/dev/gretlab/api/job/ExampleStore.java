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
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
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
     * @param claims of parts of the tests, beyond that
     * @param asClaimed whether all of it holds; null while there is no verdict that counts, and
     *     where judging ended before the tests that a claim is about
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
            List<Claim> claims,
            @Nullable Boolean asClaimed) {

        private Example with(List<Claim> given) {
            Boolean holds = asClaimed;
            // a verdict that does not count proves nothing of a part of the tests either
            List<Claim> all =
                    asClaimed == null ? given.stream().map(Claim::unknown).toList() : given;
            for (Claim claim : all) {
                holds = both(holds, claim.asClaimed());
            }
            return new Example(
                    path,
                    language,
                    expected,
                    lowestScore,
                    highestScore,
                    id,
                    state,
                    verdict,
                    score,
                    all,
                    holds);
        }

        /** What is wrong once is wrong; else what is not known once is not known. */
        private static @Nullable Boolean both(@Nullable Boolean a, @Nullable Boolean b) {
            if (Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)) {
                return false;
            }
            return (a == null || b == null) ? null : true;
        }
    }

    /**
     * What the package claims of a part of the tests.
     *
     * @param tests a group, a test, or a pattern of them
     * @param permitted the verdicts that each of them may have; null: any
     * @param required the verdicts of which one of them must have one; null: any
     */
    record Claim(
            String tests,
            @Nullable List<String> permitted,
            @Nullable List<String> required,
            @Nullable BigDecimal lowestScore,
            @Nullable BigDecimal highestScore,
            @Nullable Boolean asClaimed) {

        private Claim unknown() {
            return new Claim(tests, permitted, required, lowestScore, highestScore, null);
        }
    }

    private record ClaimOf(String path, Claim claim) {}

    /** In the order of their paths. Who asks must be staff of the problem's course. */
    Mono<List<Example>> list(UUID version) {
        return claims(version)
                .flatMap(claims ->
                        examples(version)
                                .map(example ->
                                        example.with(
                                                claims.getOrDefault(example.path(), List.of())))
                                .collectList());
    }

    private Flux<Example> examples(UUID version) {
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
                .all();
    }

    private Mono<Map<String, List<Claim>>> claims(UUID version) {
        return database.sql(
                        """
                        select c.path, c.tests_named, c.permitted, c.required, trim_scale(c.lowest_score) as lowest_score,
                            trim_scale(c.highest_score) as highest_score, cardinality(c.tests) as tests, cardinality(c.score_groups) as groups,
                            t.run, t.outside, t.hits, g.scored, g.off
                        from example_claims c
                        left join example_jobs x on x.problem_version_id = c.problem_version_id and x.path = c.path
                        cross join lateral (
                            select count(*)::int as run, count(*) filter (where t.verdict <> all (c.permitted))::int as outside,
                                count(*) filter (where t.verdict = any (c.required))::int as hits
                            from job_tests t where t.job_id = x.job_id and t.number = any (c.tests)) t
                        cross join lateral (
                            select count(g.score)::int as scored,
                                count(*) filter (where g.score < c.lowest_score or g.score > c.highest_score)::int as off
                            from job_groups g where g.job_id = x.job_id and g.name = any (c.score_groups)) g
                        where c.problem_version_id = :version order by c.path, c.number
                        """)
                .bind("version", version)
                .map(readable -> claim(new Columns(readable)))
                .all()
                .collect(
                        Collectors.groupingBy(
                                ClaimOf::path,
                                Collectors.mapping(ClaimOf::claim, Collectors.toList())));
    }

    private static ClaimOf claim(Columns row) {
        String[] permitted = row.textsOrNull("permitted");
        String[] required = row.textsOrNull("required");
        return new ClaimOf(
                row.text("path"),
                new Claim(
                        row.text("tests_named"),
                        permitted == null ? null : List.of(permitted),
                        required == null ? null : List.of(required),
                        row.exactOrNull("lowest_score"),
                        row.exactOrNull("highest_score"),
                        holds(row, required != null)));
    }

    /**
     * Judging may end before all tests were run: then what was run must agree, and what must occur
     * may still be unknown.
     */
    private static @Nullable Boolean holds(Columns row, boolean required) {
        int run = row.integer("run");
        boolean occurs = !required || row.integer("hits") > 0;
        boolean all = run == row.integer("tests");
        if (row.integer("outside") > 0 || row.integer("off") > 0 || (all && !occurs)) {
            return false;
        }
        boolean known = run > 0 && occurs && row.integer("scored") == row.integer("groups");
        return known ? true : null;
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
                List.of(),
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
