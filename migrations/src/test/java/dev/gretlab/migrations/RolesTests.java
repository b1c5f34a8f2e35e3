/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each part may do, found by signing in as it and trying everything that the catalog lists: a
 * table or function that is added later is tried too, and allowed to nobody until it is written
 * down here.
 */
@Tag("db")
@ExtendWith(LabResolver.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesTests {

    private static final Map<String, Map<String, String>> TABLES =
            Map.of(
                    "api",
                    new TreeMap<>(
                            Map.ofEntries(
                                    Map.entry("blobs", "select insert"),
                                    Map.entry("contest_problems", "select insert update delete"),
                                    Map.entry(
                                            "contest_registrations", "select insert update delete"),
                                    Map.entry("contests", "select insert update"),
                                    Map.entry("course_members", "select insert update delete"),
                                    Map.entry("courses", "select insert update"),
                                    Map.entry("drafts", "select insert update delete"),
                                    Map.entry("example_claims", "select insert"),
                                    Map.entry("example_jobs", "select"),
                                    Map.entry("example_submissions", "select insert"),
                                    Map.entry("idempotency_keys", "select insert update delete"),
                                    Map.entry("job_attempts", "select"),
                                    Map.entry("job_results", "select"),
                                    Map.entry("job_sources", "select"),
                                    Map.entry("job_groups", "select"),
                                    Map.entry("job_tests", "select"),
                                    Map.entry("jobs", "select"),
                                    Map.entry("languages", "select"),
                                    Map.entry("online_runners", "select"),
                                    Map.entry("problem_files", "select insert"),
                                    Map.entry("problem_versions", "select insert update"),
                                    Map.entry("problems", "select insert update"),
                                    Map.entry("runners", "select"),
                                    Map.entry("sample_conversations", "select insert"),
                                    Map.entry("sessions", "select insert update delete"),
                                    Map.entry("setting_changes", "select"),
                                    Map.entry("settings", "select"),
                                    Map.entry("sign_in_failures", "select insert update delete"),
                                    Map.entry("staff_actions", "select"),
                                    Map.entry("tests", "select insert"),
                                    Map.entry("tokens", "select insert update delete"),
                                    Map.entry("users", "select insert update"))),
                    "runner",
                    Map.of(),
                    "scaler",
                    Map.of());

    private static final Map<String, Set<String>> FUNCTIONS =
            Map.of(
                    "api",
                    Set.of(
                            "announce_changed",
                            "announce_queued",
                            "cancel_job",
                            "connection_limit",
                            "enqueue_job",
                            "jobs_before",
                            "judge_examples",
                            "new_id",
                            "prune_expired",
                            "prune_jobs",
                            "queue_health",
                            "queue_now",
                            "queue_oldest_seconds",
                            "queue_order",
                            "queue_state",
                            "release_expired_jobs",
                            "retry_job",
                            "runner_reports",
                            "running_contests",
                            "schema_version",
                            "set_setting",
                            "setting",
                            "void_runner",
                            "wanted_runners"),
                    "runner",
                    Set.of(
                            "announce_changed",
                            "announce_queued",
                            "beat_runner",
                            "claim_jobs",
                            "complete_jobs",
                            "fail_attempt",
                            "fetch_tests",
                            "give_back_job",
                            "heartbeat_jobs",
                            "new_id",
                            "queue_now",
                            "register_runner",
                            "release_expired_jobs",
                            "report_progress"),
                    "scaler",
                    Set.of("new_id", "queue_now", "queue_oldest_seconds", "wanted_runners"));

    private @Nullable TestDatabase database;

    @BeforeAll
    void migrate(PostgresServer server) {
        database = server.newlyMigratedDatabase();
    }

    @AfterAll
    void forget() {
        database = null;
    }

    private TestDatabase database() {
        if (database == null) {
            throw new IllegalStateException("not set up");
        }
        return database;
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "runner", "scaler"})
    void aPartReadsAndWritesTheTablesThatAreWrittenDownAndNoOther(String part) throws SQLException {
        Map<String, String> allowed = new TreeMap<>();
        try (Connection owner = database().owner();
                Connection connection = database().as(part)) {
            connection.setAutoCommit(false);
            List<String> tables =
                    column(
                            owner,
                            """
                            select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                            where n.nspname in ('gretlab', 'public') and c.relkind in ('r', 'v', 'm', 'p', 'f') order by 1\
                            """);
            assertThat(tables).contains("jobs", "users", "databasechangelog", "online_runners");
            for (String table : tables) {
                String name = "gretlab." + table;
                String first =
                        column(
                                        owner,
                                        "select attname from pg_attribute where attnum = 1 and attrelid = '"
                                                + name
                                                + "'::regclass")
                                .getFirst();
                Map<String, String> attempts =
                        Map.of(
                                "select", "select from " + name + " limit 0",
                                "insert", "insert into " + name + " default values",
                                "update",
                                        "update "
                                                + name
                                                + " set "
                                                + first
                                                + " = default where false",
                                "delete", "delete from " + name + " where false",
                                "truncate", "truncate " + name);
                List<String> done = new ArrayList<>();
                for (String action : List.of("select", "insert", "update", "delete", "truncate")) {
                    if (permitted(connection, attempts.get(action))) {
                        done.add(action);
                    }
                }
                if (!done.isEmpty()) {
                    allowed.put(table, String.join(" ", done));
                }
            }
        }
        assertThat(allowed).isEqualTo(TABLES.get(part));
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "runner", "scaler"})
    void aPartCallsTheFunctionsThatAreWrittenDownAndNoOther(String part) throws SQLException {
        Set<String> allowed = new TreeSet<>();
        try (Connection owner = database().owner();
                Connection connection = database().as(part)) {
            connection.setAutoCommit(false);
            List<String> calls =
                    column(
                            owner,
                            """
                            select p.proname || '(' || coalesce((
                                select string_agg('null::' || format_type(a.type, null), ', ' order by a.place)
                                from unnest(p.proargtypes) with ordinality a (type, place)), '') || ')'
                            from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                            where n.nspname in ('gretlab', 'public') order by 1\
                            """);
            assertThat(calls).hasSizeGreaterThan(25);
            for (String call : calls) {
                if (permitted(connection, "select gretlab." + call)) {
                    allowed.add(call.substring(0, call.indexOf('(')));
                }
            }
        }
        assertThat(allowed).isEqualTo(new TreeSet<>(FUNCTIONS.get(part)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "runner", "scaler"})
    void aPartMakesNothingNewAndIsNobodySpecial(String part) throws SQLException {
        try (Connection owner = database().owner();
                Connection connection = database().as(part)) {
            connection.setAutoCommit(false);
            for (String statement :
                    List.of(
                            "create table gretlab.mine ()",
                            "create table public.mine ()",
                            "create temporary table mine ()",
                            "create schema mine",
                            "create function gretlab.mine() returns int language sql as 'select 1'",
                            "create role mine",
                            "alter table gretlab.jobs add column mine int",
                            "set role " + database().ownerRole(),
                            "select pg_read_file('postgresql.conf')",
                            "copy (select 1) to program 'true'",
                            "select nextval('gretlab.job_attempts_id_seq')",
                            "select rolpassword from pg_authid",
                            "set log_statement = 'all'")) {
                assertThat(permitted(connection, statement)).as(statement).isFalse();
            }
            assertThat(
                            column(
                                    owner,
                                    "select concat(rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls) from pg_roles where rolname = '"
                                            + database().role(part)
                                            + "'"))
                    .containsExactly("fffff");
            assertThat(
                            column(
                                    owner,
                                    "select roleid::regrole::text from pg_auth_members where member = '"
                                            + database().role(part)
                                            + "'::regrole"))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "runner", "scaler"})
    void nothingThatAPartBeginsHoldsItsLocksForLong(String part) throws SQLException {
        // a copy too: its settings must not be lost on the way to the other tests
        for (TestDatabase any : List.of(database(), database().server().migratedDatabase())) {
            try (Connection connection = any.as(part)) {
                assertThat(column(connection, "show idle_in_transaction_session_timeout"))
                        .containsExactly("10s");
                assertThat(column(connection, "show lock_timeout")).containsExactly("5s");
                assertThat(column(connection, "show search_path")).containsExactly("gretlab");
                assertThat(column(connection, "show statement_timeout"))
                        .containsExactly(
                                part.equals("scaler")
                                        ? "2s"
                                        : part.equals("runner") ? "20s" : "10s");
            }
        }
    }

    @Test
    void aFunctionWithItsOwnersRightsCannotBeLedAstrayAndIsNotEverybodys() throws SQLException {
        try (Connection owner = database().owner()) {
            List<String> functions =
                    column(
                            owner,
                            """
                            select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                            where n.nspname = 'gretlab' and p.prosecdef\
                            """);
            assertThat(functions).contains("claim_jobs", "enqueue_job").hasSizeGreaterThan(20);
            assertThat(
                            column(
                                    owner,
                                    """
                                    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                                    where n.nspname = 'gretlab' and p.prosecdef
                                        and 'search_path=gretlab, pg_temp' <> all (coalesce(p.proconfig, '{}'))\
                                    """))
                    .as("without a search path of its own")
                    .isEmpty();
            assertThat(
                            column(
                                    owner,
                                    """
                                    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                                    where n.nspname = 'gretlab' and (p.proacl is null
                                        or exists (select from aclexplode(p.proacl) a where a.grantee = 0))\
                                    """))
                    .as("callable by everybody")
                    .isEmpty();
            assertThat(
                            column(
                                    owner,
                                    """
                                    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                                    where n.nspname = 'gretlab' and p.proowner <> current_user::regrole\
                                    """))
                    .as("owned by somebody else")
                    .isEmpty();
        }
    }

    @Test
    void aRoleOfAnotherLabOnTheServerDoesNotGetIn() throws SQLException {
        TestDatabase other = database().server().newlyMigratedDatabase();
        TestDatabase swapped =
                new TestDatabase(database().server(), database().name(), other.ownerRole());
        for (String part : List.of("api", "runner", "scaler")) {
            refused("42501", () -> swapped.as(part).close());
        }
    }

    /** Tries it and takes it back; false when the server says that this role may not. */
    private static boolean permitted(Connection connection, @Nullable String statement)
            throws SQLException {
        if (statement == null) {
            throw new IllegalArgumentException();
        }
        try (Statement attempt = connection.createStatement()) {
            attempt.execute(statement);
            return true;
        } catch (SQLException e) {
            // 42809: a view cannot be truncated by anybody
            return !Set.of("42501", "42809").contains(e.getSQLState());
        } finally {
            connection.rollback();
        }
    }

    private static List<String> column(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }
}
