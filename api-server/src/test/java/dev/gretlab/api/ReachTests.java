/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * A student's call never reaches another student's row: by walking every endpoint with what belongs
 * to somebody else, and by looking at every statement that goes to the database meanwhile.
 */
@Tag("api")
class ReachTests {

    private static final Statements STATEMENTS = new Statements();
    private static final Lab LAB = Lab.watched(STATEMENTS);

    @AfterAll
    static void close() {
        LAB.close();
    }

    /**
     * A call about somebody's belongings.
     *
     * @param others status when they are somebody else's
     * @param own status when they are the caller's
     */
    private record Call(
            Function<Belongings, String> path,
            Function<Belongings, Object> body,
            Function<Belongings, Map<String, String>> headers,
            int others,
            int own) {

        static Call to(Function<Belongings, String> path, int others, int own) {
            return new Call(path, b -> "", b -> Map.of(), others, own);
        }

        static Call to(String path, int status) {
            return to(b -> path, status, status);
        }

        Call with(Function<Belongings, Object> body) {
            return new Call(path, body, headers, others, own);
        }

        Call under(Function<Belongings, Map<String, String>> headers) {
            return new Call(path, body, headers, others, own);
        }
    }

    private static Call job(String kind, String more, int others, int own) {
        return Call.to(
                b ->
                        "/api/v1/"
                                + kind
                                + "/"
                                + (kind.equals("runs") ? b.run() : b.submission())
                                + more,
                others,
                own);
    }

    private static final Map<String, List<Call>> WALK =
            Map.ofEntries(
                    Map.entry("GET /api/v1/session", List.of(Call.to("/api/v1/session", 200))),
                    Map.entry(
                            "POST /api/v1/session",
                            List.of(
                                    Call.to("/api/v1/session", 401)
                                            .with(b ->
                                                    Map.of(
                                                            "username",
                                                            b.person().username(),
                                                            "password",
                                                            "not-the-password")))),
                    Map.entry("DELETE /api/v1/session", List.of(Call.to("/api/v1/session", 204))),
                    Map.entry("GET /api/v1/languages", List.of(Call.to("/api/v1/languages", 200))),
                    Map.entry(
                            "POST /api/v1/runs",
                            List.of(
                                    // somebody else's key is a new key, and another body under the
                                    // own one is refused
                                    Call.to(b -> "/api/v1/runs", 202, 422)
                                            .with(b -> Map.of("language", "python", "source", "1"))
                                            .under(b ->
                                                    Map.of("Idempotency-Key", b.idempotencyKey())),
                                    Call.to(b -> "/api/v1/runs", 422, 202)
                                            .with(b ->
                                                    Map.of(
                                                            "language",
                                                            "python",
                                                            "source",
                                                            "1",
                                                            "problem",
                                                            b.ownProblem())))),
                    Map.entry("GET /api/v1/runs/{id}", List.of(job("runs", "", 404, 200))),
                    Map.entry(
                            "GET /api/v1/runs/{id}/status",
                            List.of(job("runs", "/status", 404, 200))),
                    Map.entry(
                            "GET /api/v1/runs/{id}/events",
                            List.of(job("runs", "/events", 404, 200))),
                    Map.entry("DELETE /api/v1/runs/{id}", List.of(job("runs", "", 404, 204))),
                    Map.entry(
                            "POST /api/v1/runs/{id}/retry",
                            List.of(job("runs", "/retry", 403, 403))),
                    Map.entry(
                            "POST /api/v1/submissions",
                            List.of(
                                    Call.to(b -> "/api/v1/submissions", 422, 202)
                                            .with(b ->
                                                    Map.of(
                                                            "problem",
                                                            b.ownProblem(),
                                                            "language",
                                                            "c",
                                                            "source",
                                                            "x")),
                                    Call.to(b -> "/api/v1/submissions", 422, 202)
                                            .with(b ->
                                                    Map.of(
                                                            "problem",
                                                            b.ownProblem(),
                                                            "language",
                                                            "c",
                                                            "source",
                                                            "x",
                                                            "contest",
                                                            b.contest())))),
                    Map.entry(
                            "GET /api/v1/submissions",
                            List.of(
                                    Call.to("/api/v1/submissions", 200),
                                    Call.to(
                                            b ->
                                                    "/api/v1/submissions?user="
                                                            + b.person().username(),
                                            200,
                                            200),
                                    Call.to(
                                            b -> "/api/v1/submissions?before=" + b.submission(),
                                            200,
                                            200),
                                    Call.to(
                                            b ->
                                                    "/api/v1/submissions?contest="
                                                            + b.contest()
                                                            + "&problem="
                                                            + b.sharedProblem(),
                                            200,
                                            200))),
                    Map.entry(
                            "GET /api/v1/submissions/{id}",
                            List.of(job("submissions", "", 404, 200))),
                    Map.entry(
                            "GET /api/v1/submissions/{id}/status",
                            List.of(job("submissions", "/status", 404, 200))),
                    Map.entry(
                            "GET /api/v1/submissions/{id}/events",
                            List.of(job("submissions", "/events", 404, 200))),
                    Map.entry(
                            "DELETE /api/v1/submissions/{id}",
                            List.of(job("submissions", "", 404, 204))),
                    Map.entry(
                            "POST /api/v1/submissions/{id}/retry",
                            List.of(job("submissions", "/retry", 403, 403))),
                    Map.entry(
                            "GET /api/v1/system-errors",
                            List.of(
                                    Call.to(
                                            b -> "/api/v1/system-errors?before=" + b.submission(),
                                            403,
                                            403))),
                    Map.entry(
                            "GET /api/v1/drafts/{problem}/{language}",
                            List.of(
                                    Call.to("/api/v1/drafts/scratch/python", 200),
                                    Call.to(
                                            b -> "/api/v1/drafts/" + b.ownProblem() + "/python",
                                            404,
                                            404))),
                    Map.entry(
                            "PUT /api/v1/drafts/{problem}/{language}",
                            List.of(
                                    Call.to(
                                                    b ->
                                                            "/api/v1/drafts/"
                                                                    + b.sharedProblem()
                                                                    + "/python",
                                                    200,
                                                    200)
                                            .with(b -> Map.of("source", "mine"))
                                            .under(b ->
                                                    Map.of(
                                                            "If-Match",
                                                            "\"1\"",
                                                            "Idempotency-Key",
                                                            "draft")),
                                    Call.to(
                                                    b ->
                                                            "/api/v1/drafts/"
                                                                    + b.ownProblem()
                                                                    + "/python",
                                                    404,
                                                    200)
                                            .with(b -> Map.of("source", "mine"))
                                            .under(b -> Map.of("If-None-Match", "*")))),
                    Map.entry("GET /api/v1/tokens", List.of(Call.to("/api/v1/tokens", 200))),
                    Map.entry(
                            "POST /api/v1/tokens",
                            List.of(
                                    Call.to("/api/v1/tokens", 201)
                                            .with(b -> Map.of("name", "another")))),
                    Map.entry(
                            "DELETE /api/v1/tokens/{id}",
                            List.of(Call.to(b -> "/api/v1/tokens/" + b.token(), 404, 204))),
                    Map.entry("GET /api/v1/problems", List.of(Call.to("/api/v1/problems", 200))),
                    Map.entry(
                            "POST /api/v1/problems",
                            List.of(Call.to("/api/v1/problems", 415).with(b -> Map.of()))),
                    Map.entry(
                            "GET /api/v1/problems/{slug}",
                            List.of(
                                    Call.to(b -> "/api/v1/problems/" + b.ownProblem(), 404, 200),
                                    Call.to(
                                            b -> "/api/v1/problems/" + b.sharedProblem(),
                                            200,
                                            200))),
                    Map.entry(
                            "GET /api/v1/problems/{slug}/examples",
                            List.of(
                                    Call.to(
                                            b -> "/api/v1/problems/" + b.ownProblem() + "/examples",
                                            403,
                                            403))),
                    Map.entry(
                            "POST /api/v1/problems/{slug}/examples",
                            List.of(
                                    Call.to(
                                            b -> "/api/v1/problems/" + b.ownProblem() + "/examples",
                                            403,
                                            403))),
                    Map.entry(
                            "GET /api/v1/problems/{slug}/files/{path}",
                            List.of(
                                    Call.to(
                                            b ->
                                                    "/api/v1/problems/"
                                                            + b.ownProblem()
                                                            + "/files/pictures/a.svg",
                                            404,
                                            200))),
                    Map.entry("GET /api/v1/contests", List.of(Call.to("/api/v1/contests", 200))),
                    Map.entry("GET /api/v1/courses", List.of(Call.to("/api/v1/courses", 200))),
                    Map.entry(
                            "POST /api/v1/courses",
                            List.of(Call.to("/api/v1/courses", 403).with(b -> Map.of()))),
                    Map.entry(
                            "POST /api/v1/users",
                            List.of(
                                    Call.to("/api/v1/users", 403)
                                            .with(b ->
                                                    List.of(
                                                            Map.of(
                                                                    "username",
                                                                    b.person().username(),
                                                                    "password",
                                                                    "another-password"))))),
                    Map.entry("GET /api/v1/settings", List.of(Call.to("/api/v1/settings", 403))),
                    Map.entry(
                            "PUT /api/v1/settings",
                            List.of(
                                    Call.to("/api/v1/settings", 403)
                                            .with(b ->
                                                    List.of(
                                                            Map.of(
                                                                    "name",
                                                                    "jobs_in_flight",
                                                                    "value",
                                                                    "100"))))),
                    Map.entry("GET /api/v1/overview", List.of(Call.to("/api/v1/overview", 403))),
                    Map.entry("GET /api/v1/runners", List.of(Call.to("/api/v1/runners", 403))),
                    Map.entry(
                            "POST /api/v1/runners/{id}/void",
                            List.of(
                                    Call.to("/api/v1/runners/" + new UUID(0, 1) + "/void", 403)
                                            .with(b -> Map.of("reason", "because")))));

    @Test
    void noCallAndNoStatementReachesAnotherStudent() throws Exception {
        String course = LAB.course();
        String problem = LAB.problem(course);
        Belongings mine = Belongings.of(LAB, course, problem);
        Belongings theirs = Belongings.of(LAB, course, problem);
        Set<String> operations = operations();
        assertThat(WALK.keySet()).containsExactlyInAnyOrderElementsOf(operations);
        Tables tables = Tables.read();
        Map<String, String> before = tables.rowsOf(theirs.person().id());
        assertThat(before.values()).as("everything is there").doesNotContain("0 rows");

        // only what goes out from here on; the accounts' tokens are not in a cache any more
        Lab.Person caller = mine.person();
        STATEMENTS.sent().clear();
        walk(caller, theirs, operations, Call::others);
        walk(caller, mine, operations, Call::own);
        asBrowser(caller);
        List<Statements.Sent> sent = List.copyOf(STATEMENTS.sent());

        assertThat(tables.rowsOf(theirs.person().id())).isEqualTo(before);
        assertThat(sent).hasSizeGreaterThan(50);
        assertThat(sent)
                .as("their id is no parameter of any statement")
                .noneMatch(statement ->
                        statement.bound().containsValue(theirs.person().id().toString()));
        Set<String> used = new HashSet<>();
        for (Statements.Sent statement : sent) {
            String reason = Exceptions.of(statement.sql());
            if (reason != null) {
                used.add(reason);
            } else {
                assertThat(tables.faults(statement, caller.id()))
                        .as("unscoped in: " + statement.sql())
                        .isEmpty();
            }
        }
        assertThat(used)
                .as("reasons that no statement needs any more")
                .containsAll(Exceptions.MUST_OCCUR);
    }

    /** The rule itself: what it must find, it finds. */
    @Test
    void aStatementWithoutItsScopeIsNoticed() throws Exception {
        Tables tables = Tables.read();
        UUID me = UUID.randomUUID();
        Map<Integer, String> bound = Map.of(1, me.toString(), 2, UUID.randomUUID().toString());
        for (String unscoped :
                List.of(
                        "select source from job_sources where job_id = $2",
                        "select j.id from jobs j where j.id = $2 and j.user_id = $2",
                        "select j.id from jobs j join job_results r on r.cpu_ms = j.attempt where j.user_id = $1",
                        "select j.user_id = $1 as own from jobs j where j.id = $2",
                        "select d.source from drafts d, jobs j where j.user_id = $1",
                        "delete from tokens where id = $2",
                        "update drafts set source = '' where problem = 'x'",
                        "insert into drafts (user_id, problem) values ($2, 'x')",
                        "insert into tokens (id, user_id) select new_id(), $2 where (select count(*) from tokens o where o.user_id = $1) < 5",
                        "insert into tokens (id, user_id) select new_id(), $1 where (select count(*) from tokens o) < 5",
                        "insert into sessions (id_hash, user_id, expires_at) values ($1, $2, now())",
                        "select cancel_job($2, null)",
                        "select retry_job($2, $1)")) {
            assertThat(tables.faults(new Statements.Sent(unscoped, bound), me))
                    .as(unscoped)
                    .isNotEmpty();
        }
        for (String scoped :
                List.of(
                        "select r.stdout from jobs j join job_results r on r.job_id = j.id where j.user_id = $1",
                        "delete from tokens where id = $2 and user_id = $1",
                        "insert into drafts (user_id, problem) values ($1, 'x')",
                        "insert into tokens (id, user_id) select new_id(), $1 where (select count(*) from tokens o where o.user_id = $1) < 5",
                        "insert into sessions (id_hash, user_id, expires_at) values ($2, $1, now())",
                        "select name from languages",
                        "select cancel_job($2, $1)")) {
            assertThat(tables.faults(new Statements.Sent(scoped, bound), me)).as(scoped).isEmpty();
        }
    }

    private static void walk(
            Lab.Person caller,
            Belongings belongings,
            Set<String> operations,
            Function<Call, Integer> expected) {
        boolean foreign = !caller.equals(belongings.person());
        try (Runner runner = new Runner(LAB)) {
            for (String operation : operations) {
                for (Call call : WALK.getOrDefault(operation, List.of())) {
                    // the limit of jobs in flight is not what is tried here
                    runner.completeAll("accepted");
                    String path = call.path().apply(belongings);
                    Object body = call.body().apply(belongings);
                    Http answer =
                            Http.send(
                                    caller.client(),
                                    operation.substring(0, operation.indexOf(' ')),
                                    path,
                                    body.equals("") ? null : body,
                                    call.headers().apply(belongings));
                    assertThat(answer.status())
                            .as(operation + " " + path + " " + answer.body())
                            .isEqualTo(expected.apply(call));
                    if (foreign) {
                        assertThat(answer.body())
                                .as(operation + " " + path)
                                .doesNotContain(belongings.mark())
                                .doesNotContain(belongings.ownCourse())
                                .doesNotContain(belongings.token())
                                .doesNotContain(belongings.run());
                    }
                }
            }
        }
    }

    /** The same person by cookie. */
    private static void asBrowser(Lab.Person caller) {
        Http in =
                Http.send(
                        LAB.anyone(),
                        "POST",
                        "/api/v1/session",
                        Map.of("username", caller.username(), "password", Lab.PASSWORD));
        String cookie = in.header("Set-Cookie");
        WebTestClient browser =
                LAB.anyone()
                        .mutate()
                        .defaultCookie(
                                "__Host-gretlab",
                                cookie.substring("__Host-gretlab=".length(), cookie.indexOf(';')))
                        .build();
        String csrf = Http.send(browser, "GET", "/api/v1/session").text("csrfToken");
        assertThat(
                        Http.send(
                                        browser,
                                        "DELETE",
                                        "/api/v1/session",
                                        null,
                                        Map.of("X-CSRF-Token", csrf))
                                .status())
                .isEqualTo(204);
    }

    private static Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        Http.send(LAB.anyone(), "GET", "/api/openapi.json")
                .json()
                .get("paths")
                .propertyStream()
                .filter(path -> path.getKey().startsWith("/api/v1/"))
                .forEach(path ->
                        path.getValue()
                                .propertyNames()
                                .forEach(method ->
                                        operations.add(
                                                method.toUpperCase(Locale.ROOT)
                                                        + " "
                                                        + path.getKey())));
        return operations;
    }

    /** Statements that are not scoped by the caller's id, and why each may be so. */
    private static final class Exceptions {

        private static final String BY_SECRET =
                "whoever knows the secret is the person; the row is found by its hash";
        private static final String BEFORE_SIGN_IN =
                "nobody is known yet; the name is what was typed, and only the outcome is told";
        private static final String ONLY_COUNTED = "members of a course are counted, not named";
        private static final String WATCHED =
                "for streams whose caller was let in by the scoped status, and for metrics";
        private static final String PLACES =
                "the order of the queue as ids, of which nobody is told any but the place of their own";
        private static final String UPKEEP = "the server's own work, on behalf of nobody";

        private static final Map<String, String> REASONS =
                Map.ofEntries(
                        Map.entry("(from tokens t|update tokens) .*secret_hash = \\$1", BY_SECRET),
                        Map.entry("update sessions .*where id_hash = \\$1", BY_SECRET),
                        Map.entry("^delete from sessions where id_hash = \\$1", BY_SECRET),
                        Map.entry(
                                "^select id, password_hash from users where username = \\$1",
                                BEFORE_SIGN_IN),
                        Map.entry("sign_in_failures .*username", BEFORE_SIGN_IN),
                        Map.entry(
                                "\\(select count\\(\\*\\) from course_members a where a.course_id = c.id\\)",
                                ONLY_COUNTED),
                        Map.entry("from jobs j where j.id = any \\(\\$1\\)$", WATCHED),
                        Map.entry("^select job_id from queue_order\\(\\$1\\)$", PLACES),
                        Map.entry("^select announce_(queued|changed)\\(", UPKEEP),
                        Map.entry(
                                "^select job_id, outcome from release_expired_jobs\\(\\)", UPKEEP),
                        Map.entry("^select prune_(jobs|expired)\\(", UPKEEP));

        /** The others come on their own time. */
        static final Set<String> MUST_OCCUR =
                Set.of(BY_SECRET, BEFORE_SIGN_IN, ONLY_COUNTED, WATCHED, UPKEEP);

        static @org.jspecify.annotations.Nullable String of(String sql) {
            return REASONS.entrySet().stream()
                    .filter(entry -> Pattern.compile(entry.getKey()).matcher(sql).find())
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * Which tables hold people's rows and which functions the API may call, by the database's own
     * catalog, so that a new one is not forgotten.
     *
     * @param personal tables to the column that leads to the person
     */
    private record Tables(Map<String, String> personal, Set<String> functions) {

        private static final Pattern REFERENCE =
                Pattern.compile(
                        "\\b(from|join|update|into|,) ([a-z_]+)(?: as)?(?: (?!where\\b|set\\b|on\\b|join\\b|left\\b|order\\b|values\\b|select\\b|limit\\b|cross\\b|and\\b)([a-z_]+))?");
        private static final Pattern OWN =
                Pattern.compile("(?:\\b([a-z_]+)\\.)?\\buser_id = \\$([0-9]+)(?! as\\b)");
        private static final Pattern KEYS =
                Pattern.compile(
                        "\\b([a-z_]+)\\.(?:id|user_id|job_id|retry_of) = ([a-z_]+)\\.(?:id|user_id|job_id)\\b");
        private static final Pattern INSERTED =
                Pattern.compile(
                        "into ([a-z_]+)(?: as ([a-z_]+))? \\((?:[a-z_]+, )?user_id\\b[^)]*\\) (?:values \\(|select )(?:new_id\\(\\), |\\$[0-9]+, (?=\\$[0-9]+, now))?\\$([0-9]+)");
        private static final Pattern CALLED = Pattern.compile("\\b([a-z_]+)\\(");

        /** Functions that act for the person in one of their arguments. */
        private static final List<Pattern> ACTING =
                List.of(
                        Pattern.compile("\\benqueue_job\\(\\$([0-9]+)"),
                        Pattern.compile("\\bcancel_job\\(\\$[0-9]+, \\$([0-9]+)"));

        /** Functions that hold nothing about anybody. */
        private static final Set<String> IMPERSONAL =
                Set.of("new_id", "queue_now", "setting", "queue_oldest_seconds");

        static Tables read() throws SQLException {
            Map<String, String> personal = new TreeMap<>();
            Set<String> functions = new TreeSet<>();
            try (Connection owner = LAB.database().owner()) {
                try (PreparedStatement statement =
                                owner.prepareStatement(
                                        """
                                        select c.table_name, c.column_name from information_schema.columns c
                                        join information_schema.tables t using (table_schema, table_name)
                                        where c.table_schema = 'gretlab' and c.column_name in ('user_id', 'job_id') and t.table_type = 'BASE TABLE'
                                        order by c.column_name
                                        """);
                        ResultSet rows = statement.executeQuery()) {
                    // user_id, which comes last, is the shorter way
                    while (rows.next()) {
                        personal.put(rows.getString(1), rows.getString(2));
                    }
                }
                try (PreparedStatement statement =
                        owner.prepareStatement(
                                """
                                select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                                where n.nspname = 'gretlab' and has_function_privilege(?, p.oid, 'execute')
                                """)) {
                    statement.setString(1, LAB.database().role("api"));
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            functions.add(rows.getString(1));
                        }
                    }
                }
            }
            personal.put("users", "id");
            // by name and address: people who are not known yet
            personal.put("sign_in_failures", "");
            assertThat(personal)
                    .containsKeys(
                            "jobs",
                            "job_sources",
                            "job_results",
                            "job_tests",
                            "job_groups",
                            "job_attempts",
                            "drafts",
                            "tokens",
                            "sessions",
                            "idempotency_keys",
                            "contest_registrations",
                            "course_members");
            assertThat(functions).contains("enqueue_job", "cancel_job", "retry_job");
            return new Tables(personal, functions);
        }

        /** What a statement reaches without being bound to this person; empty when nothing. */
        List<String> faults(Statements.Sent statement, UUID me) {
            String sql = statement.sql();
            Map<String, String> references = references(sql);
            Set<String> scoped = scoped(statement, references, me);
            List<String> faults = new ArrayList<>();
            references.forEach((alias, table) -> {
                if (!scoped.contains(alias)) {
                    faults.add(table);
                }
            });
            Set<String> acting = new HashSet<>();
            for (Pattern pattern : ACTING) {
                for (Matcher call = pattern.matcher(sql); call.find(); ) {
                    if (me.toString()
                            .equals(statement.bound().get(Integer.valueOf(call.group(1))))) {
                        acting.add(call.group().substring(0, call.group().indexOf('(')));
                    }
                }
            }
            CALLED.matcher(sql)
                    .results()
                    .map(call -> call.group(1))
                    .filter(name ->
                            functions.contains(name)
                                    && !IMPERSONAL.contains(name)
                                    && !acting.contains(name))
                    .forEach(faults::add);
            return faults;
        }

        /** Alias to table of every mention of a table with people's rows. */
        private Map<String, String> references(String sql) {
            Map<String, String> references = new HashMap<>();
            for (Matcher mention = REFERENCE.matcher(sql); mention.find(); ) {
                String table = mention.group(2);
                if (personal.containsKey(table)) {
                    String alias = mention.group(3) == null ? table : mention.group(3);
                    references.put(alias, table);
                }
            }
            return references;
        }

        private static Set<String> scoped(
                Statements.Sent statement, Map<String, String> references, UUID me) {
            Set<String> scoped = new HashSet<>();
            for (Matcher own = OWN.matcher(statement.sql()); own.find(); ) {
                if (me.toString().equals(statement.bound().get(Integer.valueOf(own.group(2))))) {
                    // without an alias it belongs to the one table that is there
                    scoped.addAll(
                            own.group(1) == null && references.size() == 1
                                    ? references.keySet()
                                    : Set.of(String.valueOf(own.group(1))));
                }
            }
            for (Matcher insert = INSERTED.matcher(statement.sql()); insert.find(); ) {
                if (me.toString().equals(statement.bound().get(Integer.valueOf(insert.group(3))))) {
                    scoped.add(insert.group(2) == null ? insert.group(1) : insert.group(2));
                }
            }
            // a row that is joined by key to a row of the own is of the own
            boolean grown = true;
            while (grown) {
                grown = false;
                for (Matcher join = KEYS.matcher(statement.sql()); join.find(); ) {
                    if (scoped.contains(join.group(1))) {
                        grown |= scoped.add(join.group(2));
                    } else if (scoped.contains(join.group(2))) {
                        grown |= scoped.add(join.group(1));
                    }
                }
            }
            return scoped;
        }

        /** A person's rows of each table, as a count and a digest. */
        Map<String, String> rowsOf(UUID person) {
            return personal.entrySet().stream()
                    .filter(entry -> !entry.getValue().isEmpty())
                    // filled by what staff do, or when an attempt fails
                    .filter(entry ->
                            !Set.of("staff_actions", "job_attempts").contains(entry.getKey()))
                    .collect(
                            Collectors.toMap(
                                    Map.Entry::getKey,
                                    entry ->
                                            String.valueOf(
                                                    LAB.value(
                                                            "select count(*) || ' rows' || coalesce(' ' || md5(string_agg(t::text, '|' order by t::text)), '') from "
                                                                    + entry.getKey()
                                                                    + " t where "
                                                                    + (entry.getValue()
                                                                                    .equals(
                                                                                            "job_id")
                                                                            ? "job_id in (select id from jobs where user_id = ?)"
                                                                            : entry.getValue()
                                                                                    + " = ?"),
                                                            person))));
        }
    }
}
