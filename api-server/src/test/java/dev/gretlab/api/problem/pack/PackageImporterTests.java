/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.migrations.PostgresServer;
import dev.gretlab.migrations.TestDatabase;
import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.connection.R2dbcTransactionManager;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;

@Tag("api")
class PackageImporterTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    @SuppressWarnings("NullAway.Init")
    private static PostgresServer server;

    @SuppressWarnings("NullAway.Init")
    private static TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private static PackageImporter importer;

    private UUID course = UUID.randomUUID();

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
        database = server.migratedDatabase();
        PostgresqlConnectionFactory connections =
                new PostgresqlConnectionFactory(
                        PostgresqlConnectionConfiguration.builder()
                                .host("127.0.0.1")
                                .port(database.port())
                                .database(database.name())
                                .username(database.role("api"))
                                .password(database.password())
                                // as behind a pooler
                                .preparedStatementCacheQueries(0)
                                .build());
        importer =
                new PackageImporter(
                        DatabaseClient.create(connections),
                        TransactionalOperator.create(new R2dbcTransactionManager(connections)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void course() throws SQLException {
        course = UUID.randomUUID();
        try (Connection owner = database.owner()) {
            for (String table :
                    List.of(
                            "tests",
                            "problem_files",
                            "sample_conversations",
                            "example_claims",
                            "example_submissions")) {
                update(owner, "delete from " + table);
            }
            update(owner, "update problems set current_version_id = null");
            for (String table : List.of("problem_versions", "problems", "blobs")) {
                update(owner, "delete from " + table);
            }
            update(
                    owner,
                    "insert into courses (id, slug, name) values ('"
                            + course
                            + "', 'c-"
                            + course
                            + "', 'C')");
        }
    }

    @SuppressWarnings("SqlSourceToSinkFlow")
    private static void update(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        }
    }

    /** All rows, the columns joined by a bar. */
    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection owner = database.owner();
                PreparedStatement statement = owner.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                List<String> columns = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    columns.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join("|", columns));
            }
        }
        return rows;
    }

    private static ImportOutcome.Stored stored(ImportOutcome outcome) {
        assertThat(outcome).isInstanceOf(ImportOutcome.Stored.class);
        return (ImportOutcome.Stored) outcome;
    }

    private ImportOutcome store(ProblemPackage problem) {
        ImportOutcome outcome = importer.store(problem, course, null).block(LONG);
        if (outcome == null) {
            throw new AssertionError("no outcome");
        }
        return outcome;
    }

    private static PackageZip custom() {
        return PackageZip.current()
                .with("output_validator/check.py", "exit(42)\n")
                .with("data/secret/test_group.yaml", "output_validator_args: [strict, 'a b']\n")
                .with(
                        "statement/map.png",
                        "\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1))
                .with("statement/problem.en.md", "![m](map.png)")
                .with("submissions/wrong_answer/zero.c", "int main() {}\n");
    }

    @Test
    void runnersAreToldThatAValidatorIsInteractive() throws SQLException {
        stored(store(custom().and("problem.yaml", "type: interactive\n").accepted()));
        assertThat(
                        rows(
                                "select validator ->> 'kind', validator ->> 'language' from problem_versions"))
                .containsExactly("interactive|python");
    }

    @Test
    void storesAllOfAPackage() throws SQLException {
        ProblemPackage problem = custom().accepted();
        ImportOutcome.Stored stored = stored(store(problem));
        assertThat(stored.created()).isTrue();
        assertThat(stored.version()).isEqualTo(1);
        assertThat(stored.slug()).isEqualTo("sum");
        assertThat(
                        rows(
                                "select p.slug, p.course_id = '"
                                        + course
                                        + "', v.id = p.current_version_id, version, name, cpu_ms,"
                                        + " memory_mb, output_kb, package_format,"
                                        + " encode(package_hash, 'hex') from problems p join"
                                        + " problem_versions v on v.problem_id = p.id"))
                .containsExactly("sum|t|t|1|Sum of two|1500|64|1024|2025-09|" + problem.hash());
        assertThat(
                        rows(
                                "select validator ->> 'kind', validator ->> 'language', validator ->>"
                                        + " 'cpuMs', validator ->> 'memoryMb', f ->> 'name',"
                                        + " convert_from(b.content, 'UTF8') from problem_versions,"
                                        + " jsonb_array_elements(validator -> 'files') f join blobs b on"
                                        + " encode(b.hash, 'hex') = f ->> 'hash'"))
                .containsExactly("custom|python|10000|256|check.py|exit(42)\n");
        assertThat(
                        rows(
                                "select number, name, group_name, visible, validator_args,"
                                        + " convert_from(i.content, 'UTF8'), convert_from(a.content,"
                                        + " 'UTF8') from tests join blobs i on i.hash = input_hash join"
                                        + " blobs a on a.hash = answer_hash order by number"))
                .containsExactly(
                        "1|sample/1|sample|t|{}|1 2\n|3\n",
                        "2|secret/01|secret|f|{strict,\"a b\"}|0 0\n|0\n",
                        "3|secret/02|secret|f|{strict,\"a b\"}|5 5\n|10\n");
        assertThat(
                        rows(
                                "select path, content_type, size from problem_files join blobs using (hash)"))
                .containsExactly("map.png|image/png|8");
        assertThat(rows("select path, language, expected from example_submissions order by path"))
                .containsExactly(
                        "accepted/sum.py|python|{accepted}",
                        "wrong_answer/zero.c|c|{wrong_answer}");
        assertThat(rows("select statements ->> 'en' from problem_versions"))
                .containsExactly(
                        "<p><img src=\"/api/v1/problems/sum/files/map.png\" alt=\"m\"></p>");
        assertThat(rows("select count(*) from blobs where sha256(content) <> hash"))
                .containsExactly("0");
    }

    @Test
    void storesTheDefaultValidatorInTheAgreedShape() throws SQLException {
        stored(
                store(
                        PackageZip.legacy()
                                .and(
                                        "problem.yaml",
                                        "validator_flags: case_sensitive float_relative_tolerance"
                                                + " 1e-6\n")
                                .accepted()));
        assertThat(
                        rows(
                                "select validator = '{\"kind\":\"default\",\"caseSensitive\":true,"
                                        + "\"spaceSensitive\":false,\"absoluteTolerance\":null,"
                                        + "\"relativeTolerance\":0.000001}'::jsonb from"
                                        + " problem_versions"))
                .containsExactly("t");
    }

    @Test
    void theSamePackageAgainStoresNothing() throws SQLException {
        ImportOutcome.Stored first = stored(store(custom().accepted()));
        ImportOutcome.Stored again = stored(store(custom().accepted()));
        assertThat(again.created()).isFalse();
        assertThat(again.versionId()).isEqualTo(first.versionId());
        assertThat(again.version()).isEqualTo(1);
        assertThat(rows("select count(*) from problem_versions")).containsExactly("1");
    }

    @Test
    void aChangedPackageIsTheNextVersionAndSharesItsFiles() throws SQLException {
        ImportOutcome.Stored first = stored(store(custom().accepted()));
        long blobs = Long.parseLong(rows("select count(*) from blobs").getFirst());
        ImportOutcome.Stored second =
                stored(store(custom().with("data/secret/02.in", "6 4\n").accepted()));
        assertThat(second.version()).isEqualTo(2);
        assertThat(second.problemId()).isEqualTo(first.problemId());
        assertThat(rows("select count(*) from blobs")).containsExactly(String.valueOf(blobs + 1));
        assertThat(rows("select current_version_id from problems"))
                .containsExactly(second.versionId().toString());
        assertThat(stored(store(custom().accepted())).version()).isEqualTo(3);
    }

    @Test
    void anotherCoursesProblemIsLeftAlone() throws SQLException {
        UUID other = course;
        try (Connection owner = database.owner()) {
            update(
                    owner,
                    "insert into courses (id, slug, name) select gen_random_uuid(), 'd-' ||"
                            + " gen_random_uuid(), 'D'");
        }
        ImportOutcome.Stored first = stored(store(custom().accepted()));
        course =
                UUID.fromString(rows("select id from courses where name = 'D' limit 1").getFirst());
        assertThat(course).isNotEqualTo(other);
        assertThat(store(custom().and("data/secret/01.in", " ").accepted()))
                .isEqualTo(new ImportOutcome.SlugTaken("sum"));
        assertThat(rows("select id from problem_versions"))
                .containsExactly(first.versionId().toString());
    }

    @Test
    void storesHowGroupsAreGraded() throws SQLException {
        store(custom().accepted());
        assertThat(rows("select grading from problem_versions")).containsExactly("null");
        ProblemPackage scoring =
                ScoringPackageTests.groups()
                        .with("submissions/rejected/a.py", "")
                        .with(
                                "submissions/submissions.yaml",
                                "rejected/a.py: {permitted: [AC, WA], required: [WA], score: [12.5, 40], secret: {score: 40},"
                                        + " sample: {permitted: [AC]}}\n")
                        .accepted();
        store(scoring);
        assertThat(
                        rows(
                                """
                                select g ->> 'name', g ->> 'score', g ->> 'accepted', g ->> 'maxScore', g ->> 'requires'
                                from problem_versions, jsonb_array_elements(grading -> 'groups') with ordinality x (g, n) order by n\
                                """))
                .containsExactly(
                        "data|sum|0|100|[]",
                        "sample|none|0|null|[]",
                        "secret|sum|100|100|[]",
                        "secret/1|all|40|40|[]",
                        "secret/2|sum|60/3|60|[\"sample\", \"secret/1\"]");
        assertThat(
                        rows(
                                "select path, lowest_score, highest_score from example_submissions where lowest_score is not"
                                        + " null order by path"))
                .containsExactly("accepted/sum.py|100|100", "rejected/a.py|12.5|40");
        assertThat(
                        rows(
                                """
                                select path, number, tests_named, tests, permitted, required, score_groups, lowest_score
                                from example_claims order by number\
                                """))
                .containsExactly(
                        "rejected/a.py|1|secret|{2,3,4,5,6}|null|null|{secret}|40",
                        "rejected/a.py|2|sample|{1}|{accepted}|null|{}|null");
    }

    @Test
    void storesConversations() throws SQLException {
        store(
                PackageZip.current()
                        .and("problem.yaml", "type: interactive\n")
                        .with("output_validator/talk.py", "")
                        .with("data/sample/1.interaction", "<1\n>2\n")
                        .with("data/sample/2.interaction", "<\"\n")
                        .accepted());
        assertThat(
                        rows(
                                """
                                select c.number, c.name, l.value ->> 'from', l.value ->> 'text'
                                from sample_conversations c, jsonb_array_elements(c.lines) with ordinality l
                                order by c.number, l.ordinality\
                                """))
                .containsExactly(
                        "1|sample/1|judge|1", "1|sample/1|program|2", "2|sample/2|judge|\"");
    }

    @Test
    void leavesNothingBehindWhenItFails() throws SQLException {
        ProblemPackage good = custom().accepted();
        List<ProblemPackage.Test> twice = new ArrayList<>(good.tests());
        twice.add(
                good.tests().getLast()); // a number that is there already: the last insert of tests
        // fails
        ProblemPackage bad =
                new ProblemPackage(
                        good.slug(),
                        good.format(),
                        good.hash(),
                        good.name(),
                        good.statements(),
                        good.limits(),
                        good.validator(),
                        twice,
                        good.conversations(),
                        good.grading(),
                        good.files(),
                        good.submissions(),
                        good.notes());
        assertThatThrownBy(() -> store(bad)).hasMessageContaining("tests_pkey");
        for (String table : List.of("problems", "problem_versions", "tests", "blobs")) {
            assertThat(rows("select count(*) from " + table)).as(table).containsExactly("0");
        }
        assertThat(stored(store(good)).version()).isEqualTo(1);
    }

    @Test
    void importsOfOneProblemAtOnceComeOneAfterTheOther() throws SQLException {
        List<ImportOutcome> outcomes =
                Flux.range(0, 8)
                        .flatMap(
                                i ->
                                        importer.store(
                                                custom().with("data/secret/02.in", i % 4 + "\n")
                                                        .accepted(),
                                                course,
                                                null),
                                8)
                        .collectList()
                        .block(LONG);
        assertThat(outcomes).hasSize(8);
        long versions = Long.parseLong(rows("select count(*) from problem_versions").getFirst());
        assertThat(versions).isBetween(4L, 8L);
        assertThat(rows("select max(version) from problem_versions"))
                .containsExactly(String.valueOf(versions));
        assertThat(
                        rows(
                                "select count(*) from problems p join problem_versions v on v.id ="
                                        + " p.current_version_id where v.version = "
                                        + versions))
                .containsExactly("1");
    }
}
