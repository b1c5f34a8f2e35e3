/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.CustomValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.DefaultValidator;
import dev.gretlab.api.problem.pack.ProblemPackage.Validator;
import io.r2dbc.postgresql.codec.Json;
import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Stores a package as the next version of its problem, whole or not at all. */
public final class PackageImporter {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DatabaseClient database;
    private final TransactionalOperator transaction;

    public PackageImporter(DatabaseClient database, TransactionalOperator transaction) {
        this.database = database;
        this.transaction = transaction;
    }

    /**
     * Stores the package in one transaction.
     *
     * @param courseId the course that the problem belongs to
     * @param createdBy who imports it, null for the product itself
     */
    public Mono<ImportOutcome> store(
            ProblemPackage problem, UUID courseId, @Nullable UUID createdBy) {
        return transaction.transactional(
                Mono.defer(() ->
                        claimSlug(problem.slug(), courseId)
                                .then(row(problem.slug()))
                                .flatMap(row ->
                                        row.courseId.equals(courseId)
                                                ? version(problem, row, createdBy)
                                                : Mono.just(
                                                        new ImportOutcome.SlugTaken(
                                                                problem.slug())))));
    }

    private record ProblemRow(
            UUID id, UUID courseId, @Nullable UUID versionId, int version, @Nullable String hash) {}

    private Mono<Long> claimSlug(String slug, UUID courseId) {
        return database.sql(
                        "insert into problems (id, course_id, slug) values (new_id(), $1, $2) on"
                                + " conflict (slug) do nothing")
                .bind(0, courseId)
                .bind(1, slug)
                .fetch()
                .rowsUpdated();
    }

    /** Locked, so that two imports of one problem come one after the other. */
    private Mono<ProblemRow> row(String slug) {
        return database.sql("select id from problems where slug = $1 for update")
                .bind(0, slug)
                .map(row -> required(row, "id", UUID.class))
                .one()
                // A statement of its own: only one that begins with the lock held sees what the
                // import before it wrote.
                .flatMap(id ->
                        database.sql(
                                        "select p.course_id, v.id, v.package_hash, (select"
                                                + " coalesce(max(version), 0) from"
                                                + " problem_versions where problem_id = p.id)"
                                                + " latest, v.version from problems p left join"
                                                + " problem_versions v on v.id ="
                                                + " p.current_version_id where p.id = $1")
                                .bind(0, id)
                                .map(row -> {
                                    byte[] hash = row.get("package_hash", byte[].class);
                                    Integer current = row.get("version", Integer.class);
                                    return new ProblemRow(
                                            id,
                                            required(row, "course_id", UUID.class),
                                            row.get("id", UUID.class),
                                            current == null
                                                    ? required(row, "latest", Integer.class)
                                                    : Math.max(
                                                            current,
                                                            required(row, "latest", Integer.class)),
                                            hash == null ? null : HexFormat.of().formatHex(hash));
                                })
                                .one());
    }

    private Mono<ImportOutcome> version(
            ProblemPackage problem, ProblemRow row, @Nullable UUID createdBy) {
        if (row.versionId != null && problem.hash().equals(row.hash)) {
            return Mono.just(
                    new ImportOutcome.Stored(
                            problem.slug(), row.id, row.versionId, row.version, false));
        }
        int version = row.version + 1;
        return blobs(problem)
                .then(insertVersion(problem, row.id, version, createdBy))
                .flatMap(versionId ->
                        tests(problem, versionId)
                                .then(conversations(problem, versionId))
                                .then(files(problem, versionId))
                                .then(submissions(problem, versionId))
                                .then(makeCurrent(row.id, versionId))
                                .thenReturn(
                                        new ImportOutcome.Stored(
                                                problem.slug(), row.id, versionId, version, true)));
    }

    private Mono<Long> makeCurrent(UUID problemId, UUID versionId) {
        return database.sql("update problems set current_version_id = $1 where id = $2")
                .bind(0, versionId)
                .bind(1, problemId)
                .fetch()
                .rowsUpdated();
    }

    /** In the order of hashes, so that two imports that share files cannot wait for each other. */
    private Mono<Void> blobs(ProblemPackage problem) {
        Map<String, Blob> blobs = new TreeMap<>();
        for (ProblemPackage.Test test : problem.tests()) {
            blobs.put(test.input().hashHex(), test.input());
            blobs.put(test.answer().hashHex(), test.answer());
        }
        problem.files().forEach(f -> blobs.put(f.content().hashHex(), f.content()));
        problem.submissions().forEach(s -> blobs.put(s.source().hashHex(), s.source()));
        if (problem.validator() instanceof CustomValidator validator) {
            validator.files().forEach(f -> blobs.put(f.content().hashHex(), f.content()));
        }
        // as text: the driver leaks the memory in which it encodes an array of bytea
        return database.sql(
                        "select hash from blobs where hash in (select decode(h, 'hex') from"
                                + " unnest($1) h)")
                .bind(0, blobs.keySet().toArray(String[]::new))
                .map(row -> HexFormat.of().formatHex(required(row, "hash", byte[].class)))
                .all()
                .collectList()
                .flatMap(stored -> {
                    // a new version mostly shares its big files with the old one
                    stored.forEach(blobs::remove);
                    return Flux.fromIterable(blobs.values()).concatMap(this::blob).then();
                });
    }

    private Mono<Long> blob(Blob blob) {
        return database.sql(
                        "insert into blobs (hash, size, content) values ($1, $2, $3) on conflict"
                                + " (hash) do nothing")
                .bind(0, ByteBuffer.wrap(blob.hash()))
                .bind(1, (long) blob.content().length)
                .bind(2, ByteBuffer.wrap(blob.content()))
                .fetch()
                .rowsUpdated();
    }

    private Mono<UUID> insertVersion(
            ProblemPackage problem, UUID problemId, int version, @Nullable UUID createdBy) {
        DatabaseClient.GenericExecuteSpec insert =
                database.sql(
                                "insert into problem_versions (id, problem_id, version, name,"
                                        + " statements, cpu_ms, memory_mb, output_kb, validator,"
                                        + " package_format, package_hash, grading, created_by) values"
                                        + " (new_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
                                        + " returning id")
                        .bind(0, problemId)
                        .bind(1, version)
                        .bind(2, problem.name())
                        .bind(3, Json.of(JSON.writeValueAsBytes(problem.statements())))
                        .bind(4, problem.limits().cpuMs())
                        .bind(5, problem.limits().memoryMb())
                        .bind(6, problem.limits().outputKb())
                        .bind(7, Json.of(JSON.writeValueAsBytes(json(problem.validator()))))
                        .bind(8, problem.format())
                        .bind(9, ByteBuffer.wrap(HexFormat.of().parseHex(problem.hash())));
        insert =
                problem.grading() == null
                        ? insert.bindNull(10, Json.class)
                        : insert.bind(
                                10,
                                Json.of(JSON.writeValueAsBytes(GradingJson.of(problem.grading()))));
        return (createdBy == null ? insert.bindNull(11, UUID.class) : insert.bind(11, createdBy))
                .map(row -> required(row, "id", UUID.class))
                .one();
    }

    private Mono<Void> tests(ProblemPackage problem, UUID versionId) {
        return Flux.fromIterable(problem.tests())
                .concatMap(test ->
                        database.sql(
                                        "insert into tests (problem_version_id, number,"
                                                + " name, group_name, visible, input_hash,"
                                                + " answer_hash, validator_args) values ($1, $2,"
                                                + " $3, $4, $5, $6, $7, $8)")
                                .bind(0, versionId)
                                .bind(1, test.number())
                                .bind(2, test.name())
                                .bind(3, test.group())
                                .bind(4, test.visible())
                                .bind(5, ByteBuffer.wrap(test.input().hash()))
                                .bind(6, ByteBuffer.wrap(test.answer().hash()))
                                .bind(7, test.validatorArgs().toArray(String[]::new))
                                .fetch()
                                .rowsUpdated())
                .then();
    }

    private Mono<Void> conversations(ProblemPackage problem, UUID versionId) {
        return Flux.fromIterable(problem.conversations())
                .index()
                .concatMap(conversation ->
                        database.sql(
                                        "insert into sample_conversations (problem_version_id,"
                                                + " number, name, lines) values ($1, $2, $3, $4)")
                                .bind(0, versionId)
                                .bind(1, conversation.getT1().intValue() + 1)
                                .bind(2, conversation.getT2().name())
                                .bind(
                                        3,
                                        Json.of(
                                                JSON.writeValueAsBytes(
                                                        lines(conversation.getT2()))))
                                .fetch()
                                .rowsUpdated())
                .then();
    }

    private static List<Map<String, String>> lines(ProblemPackage.Conversation conversation) {
        return conversation.lines().stream()
                .map(line -> Map.of("from", line.speaker().word(), "text", line.text()))
                .toList();
    }

    private Mono<Void> files(ProblemPackage problem, UUID versionId) {
        return Flux.fromIterable(problem.files())
                .concatMap(file ->
                        database.sql(
                                        "insert into problem_files (problem_version_id, path,"
                                                + " content_type, hash) values ($1, $2, $3, $4)")
                                .bind(0, versionId)
                                .bind(1, file.path())
                                .bind(2, file.contentType())
                                .bind(3, ByteBuffer.wrap(file.content().hash()))
                                .fetch()
                                .rowsUpdated())
                .then();
    }

    private Mono<Void> submissions(ProblemPackage problem, UUID versionId) {
        return Flux.fromIterable(problem.submissions())
                .concatMap(submission ->
                        submission(submission, versionId).then(claims(submission, versionId)))
                .then();
    }

    private Mono<Long> submission(ProblemPackage.ExampleSubmission submission, UUID versionId) {
        ProblemPackage.ScoreClaim score = submission.score();
        DatabaseClient.GenericExecuteSpec insert =
                database.sql(
                                "insert into example_submissions (problem_version_id, path,"
                                        + " language, expected, hash, lowest_score, highest_score)"
                                        + " values ($1, $2, $3, $4, $5, $6, $7)")
                        .bind(0, versionId)
                        .bind(1, submission.path())
                        .bind(2, submission.language())
                        .bind(3, submission.expected().toArray(String[]::new))
                        .bind(4, ByteBuffer.wrap(submission.source().hash()));
        insert = decimal(insert, 5, score == null ? null : score.lowest());
        insert = decimal(insert, 6, score == null ? null : score.highest());
        return insert.fetch().rowsUpdated();
    }

    private Mono<Void> claims(ProblemPackage.ExampleSubmission submission, UUID versionId) {
        return Flux.fromIterable(submission.claims())
                .index()
                .concatMap(claim ->
                        claim(
                                submission.path(),
                                claim.getT1().intValue() + 1,
                                claim.getT2(),
                                versionId))
                .then();
    }

    private Mono<Long> claim(
            String path, int number, ProblemPackage.TestClaim claim, UUID versionId) {
        ProblemPackage.ScoreClaim score = claim.score();
        DatabaseClient.GenericExecuteSpec insert =
                database.sql(
                                "insert into example_claims (problem_version_id, path, number,"
                                        + " tests_named, tests, score_groups, permitted, required,"
                                        + " lowest_score, highest_score) values ($1, $2, $3, $4, $5,"
                                        + " $6, $7, $8, $9, $10)")
                        .bind(0, versionId)
                        .bind(1, path)
                        .bind(2, number)
                        .bind(3, claim.name())
                        .bind(4, claim.tests().toArray(Integer[]::new))
                        .bind(5, claim.scoreGroups().toArray(String[]::new));
        insert = texts(insert, 6, claim.permitted());
        insert = texts(insert, 7, claim.required());
        insert = decimal(insert, 8, score == null ? null : score.lowest());
        insert = decimal(insert, 9, score == null ? null : score.highest());
        return insert.fetch().rowsUpdated();
    }

    private static DatabaseClient.GenericExecuteSpec texts(
            DatabaseClient.GenericExecuteSpec insert, int index, @Nullable List<String> value) {
        return value == null
                ? insert.bindNull(index, String[].class)
                : insert.bind(index, value.toArray(String[]::new));
    }

    private static DatabaseClient.GenericExecuteSpec decimal(
            DatabaseClient.GenericExecuteSpec insert, int index, @Nullable BigDecimal value) {
        return value == null ? insert.bindNull(index, BigDecimal.class) : insert.bind(index, value);
    }

    /** The shape that runners read. */
    private static Map<String, @Nullable Object> json(Validator validator) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        switch (validator) {
            case DefaultValidator standard -> {
                json.put("kind", "default");
                json.put("caseSensitive", standard.caseSensitive());
                json.put("spaceSensitive", standard.spaceSensitive());
                json.put("absoluteTolerance", standard.absoluteTolerance());
                json.put("relativeTolerance", standard.relativeTolerance());
            }
            case CustomValidator custom -> {
                json.put("kind", custom.interactive() ? "interactive" : "custom");
                json.put("language", custom.language());
                json.put(
                        "files",
                        custom.files().stream()
                                .map(f -> Map.of("name", f.name(), "hash", f.content().hashHex()))
                                .toList());
                json.put("cpuMs", custom.cpuMs());
                json.put("memoryMb", custom.memoryMb());
            }
        }
        return json;
    }

    private static <T> T required(Readable row, String column, Class<T> type) {
        T value = row.get(column, type);
        if (value == null) {
            throw new IllegalStateException(column + " is null");
        }
        return value;
    }
}
