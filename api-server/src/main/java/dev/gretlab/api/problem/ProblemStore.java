/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.cache.TimedCache;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import dev.gretlab.api.setting.Limits;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Problem pages, at most a minute old. */
@Component
public class ProblemStore {

    private static final Pattern SLUG = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final String BEST_VERDICT =
            """
            (select j.verdict from jobs j join problem_versions jv on jv.id = j.problem_version_id
             where jv.problem_id = p.id and j.user_id = :me and j.kind <> 'run' and j.state = 'done'
                and j.verdict not in ('cancelled', 'system_error') and j.voided_at is null
             order by (j.verdict = 'accepted') desc, j.enqueued_at desc limit 1)
            """;

    /** Of problems that give points; what does not count gives none. */
    private static final String BEST_SCORE =
            """
            case when v.grading is not null then
                (select trim_scale(max(r.score)) from jobs j join problem_versions jv on jv.id = j.problem_version_id
                 join job_results r on r.job_id = j.id
                 where jv.problem_id = p.id and j.user_id = :me and j.kind <> 'run' and j.state = 'done'
                    and j.verdict not in ('cancelled', 'system_error') and j.voided_at is null) end
            """;

    private final Database database;
    private final JsonMapper json;
    private final TimedCache<String, ProblemPage> cache =
            new TimedCache<>(Duration.ofSeconds(59), 500);

    ProblemStore(Database database, JsonMapper json) {
        this.database = database;
        this.json = json;
    }

    record ListedProblem(
            String slug,
            String name,
            String course,
            String courseName,
            @Nullable String bestVerdict,
            @Nullable BigDecimal bestScore,
            @Nullable BigDecimal maxScore,
            long submissions) {}

    record StoredFile(String contentType, ByteArrayResource content) {}

    /** Empty when there is no such problem or this person does not see it. */
    public Mono<ProblemPage> find(Caller caller, String slug) {
        if (!SLUG.matcher(slug).matches()) {
            return Mono.empty();
        }
        return cache.get(slug, this::load).filter(page -> caller.sees(page.courseId()));
    }

    /** A new version is there. */
    void forget(String slug) {
        cache.forget(slug);
    }

    Mono<List<ListedProblem>> list(Caller caller) {
        return database.sql(
                        "select p.slug, v.name, c.slug as course, c.name as course_name, "
                                + BEST_VERDICT
                                + " as best_verdict, "
                                + BEST_SCORE
                                + """
                                as best_score, trim_scale((v.grading ->> 'maxScore')::numeric) as max_score,
                                (select count(*) from jobs j join problem_versions jv on jv.id = j.problem_version_id
                                 where jv.problem_id = p.id and j.user_id = :me and j.kind <> 'run' and j.retry_of is null) as submissions
                                from problems p
                                join problem_versions v on v.id = p.current_version_id
                                join courses c on c.id = p.course_id
                                where :admin or p.course_id = any (:courses)
                                order by c.name, v.name, p.slug
                                """)
                .bind("me", caller.id())
                .bind("admin", caller.isAdmin())
                .bind("courses", caller.courses())
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new ListedProblem(
                            row.text("slug"),
                            row.text("name"),
                            row.text("course"),
                            row.text("course_name"),
                            row.textOrNull("best_verdict"),
                            row.exactOrNull("best_score"),
                            row.exactOrNull("max_score"),
                            row.number("submissions"));
                })
                .all()
                .collectList();
    }

    /** Empty when this person has no verdict on it yet. */
    Mono<String> bestVerdict(UUID problem, UUID user) {
        return database.sql(
                        "select v from (select "
                                + BEST_VERDICT
                                + " as v from problems p where p.id = :problem) b where v is not null")
                .bind("me", user)
                .bind("problem", problem)
                .map(readable -> new Columns(readable).text("v"))
                .one();
    }

    Mono<StoredFile> file(UUID version, String path) {
        return database.sql(
                        """
                        select f.content_type, b.content from problem_files f join blobs b on b.hash = f.hash
                        where f.problem_version_id = :version and f.path = :path
                        """)
                .bind("version", version)
                .bind("path", path)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new StoredFile(
                            row.text("content_type"), new ByteArrayResource(row.bytes("content")));
                })
                .one();
    }

    private Mono<ProblemPage> load(String slug) {
        return database.sql(
                        """
                        select p.id, v.id as version_id, p.course_id, p.slug, v.name, c.slug as course, c.name as course_name, v.version,
                            v.statements::text as statements, v.cpu_ms, v.memory_mb, v.output_kb,
                            trim_scale((v.grading ->> 'maxScore')::numeric) as max_score
                        from problems p
                        join problem_versions v on v.id = p.current_version_id
                        join courses c on c.id = p.course_id
                        where p.slug = :slug
                        """)
                .bind("slug", slug)
                .map(readable -> page(new Columns(readable)))
                .one()
                .flatMap(page ->
                        Mono.zip(samples(page.versionId()), conversations(page.versionId()))
                                .map(shown ->
                                        new ProblemPage(
                                                page.problemId(),
                                                page.versionId(),
                                                page.courseId(),
                                                page.slug(),
                                                page.name(),
                                                page.course(),
                                                page.courseName(),
                                                page.version(),
                                                page.statements(),
                                                page.limits(),
                                                page.maxScore(),
                                                shown.getT1(),
                                                shown.getT2())));
    }

    private ProblemPage page(Columns row) {
        Map<String, String> statements =
                json.readValue(row.text("statements"), new TypeReference<Map<String, String>>() {});
        return new ProblemPage(
                row.uuid("id"),
                row.uuid("version_id"),
                row.uuid("course_id"),
                row.text("slug"),
                row.text("name"),
                row.text("course"),
                row.text("course_name"),
                row.integer("version"),
                statements,
                new Limits(
                        row.integer("cpu_ms"), row.integer("memory_mb"), row.integer("output_kb")),
                row.exactOrNull("max_score"),
                List.of(),
                List.of());
    }

    private Mono<List<ProblemPage.Sample>> samples(UUID version) {
        return database.sql(
                        """
                        select t.number, substring(i.content for 65536) as input, substring(a.content for 65536) as answer
                        from tests t join blobs i on i.hash = t.input_hash join blobs a on a.hash = t.answer_hash
                        where t.problem_version_id = :version and t.visible and not exists (
                            select from sample_conversations c where c.problem_version_id = t.problem_version_id and c.name = t.name)
                        order by t.number
                        """)
                .bind("version", version)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new ProblemPage.Sample(
                            row.integer("number"),
                            new String(row.bytes("input"), StandardCharsets.UTF_8),
                            new String(row.bytes("answer"), StandardCharsets.UTF_8));
                })
                .all()
                .collectList();
    }

    private Mono<List<ProblemPage.Conversation>> conversations(UUID version) {
        return database.sql(
                        """
                        select c.number, c.name, c.lines::text as lines from sample_conversations c
                        where c.problem_version_id = :version order by c.number
                        """)
                .bind("version", version)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new ProblemPage.Conversation(
                            row.integer("number"),
                            row.text("name"),
                            json.readValue(
                                    row.text("lines"),
                                    new TypeReference<List<ProblemPage.Line>>() {}));
                })
                .all()
                .collectList();
    }
}
