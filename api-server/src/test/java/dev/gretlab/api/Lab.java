/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import dev.gretlab.api.access.Secrets;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.migrations.PostgresServer;
import dev.gretlab.migrations.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/**
 * A server as it really starts, on a database of its own, which it reaches through PgBouncer. Most
 * tests share one; those that break something start their own.
 */
public final class Lab implements AutoCloseable {

    public static final String METRICS_TOKEN = "metrics-token-of-the-tests";
    public static final String PASSWORD = "correct-horse-battery";

    private static final String PASSWORD_HASH =
            java.util.Objects.requireNonNull(
                    new Argon2PasswordEncoder(16, 32, 1, 19456, 2).encode(PASSWORD));
    private static @Nullable Lab shared;
    private static @Nullable PostgresServer sharedServer;

    private final TestDatabase database;
    private final ConfigurableApplicationContext context;
    private final Pooler pooler;
    private final boolean ownsPooler;
    private final int port;

    private Lab(
            TestDatabase database,
            Pooler pooler,
            boolean ownsPooler,
            Map<String, Object> more,
            List<ApplicationContextInitializer<ConfigurableApplicationContext>> watchers,
            boolean withLanguages) {
        this.database = database;
        this.pooler = pooler;
        this.ownsPooler = ownsPooler;
        Map<String, Object> properties = new HashMap<>();
        properties.put("GRETLAB_DB_POOLED_URL", pooler.url());
        properties.put(
                "GRETLAB_DB_DIRECT_URL",
                "r2dbc:postgresql://127.0.0.1:" + database.port() + "/" + database.name());
        properties.put("GRETLAB_DB_USER", database.role("api"));
        properties.put("GRETLAB_DB_PASSWORD", database.password());
        properties.put("METRICS_TOKEN", METRICS_TOKEN);
        properties.put("GRETLAB_PORT", "0");
        properties.put("GRETLAB_BIND", "127.0.0.1");
        properties.putAll(more);
        SpringApplication application = new SpringApplication(ApiServer.class);
        application.setDefaultProperties(properties);
        application.setRegisterShutdownHook(false);
        watchers.forEach(application::addInitializers);
        context = application.run();
        port =
                Integer.parseInt(
                        java.util.Objects.requireNonNull(
                                context.getEnvironment().getProperty("local.server.port")));
        if (withLanguages) {
            // what a runner offered stays known
            new Runner(this).close();
        }
    }

    /** The one that is only used, never broken. */
    public static synchronized Lab shared() {
        Lab lab = shared;
        if (lab == null) {
            lab = start(Map.of());
            shared = lab;
            Lab toClose = lab;
            Runtime.getRuntime().addShutdownHook(new Thread(toClose::close));
        }
        return lab;
    }

    /** One of its own, on the same PostgreSQL as the shared one. */
    public static Lab start(Map<String, Object> properties) {
        return on(server().migratedDatabase(), properties);
    }

    /** One whose insides are looked at while it works. */
    static Lab watched(ApplicationContextInitializer<ConfigurableApplicationContext> watcher) {
        TestDatabase database = server().migratedDatabase();
        return new Lab(database, Pooler.before(database), true, Map.of(), List.of(watcher), true);
    }

    /** Another replica of the same lab. */
    Lab replica() {
        return new Lab(database, pooler, false, Map.of(), List.of(), true);
    }

    /** One on a PostgreSQL that the test may crash. */
    static Lab on(TestDatabase database, Map<String, Object> properties) {
        return new Lab(database, Pooler.before(database), true, properties, List.of(), true);
    }

    /** One whose PostgreSQL is not up yet. */
    static Lab withoutDatabase(TestDatabase database, Map<String, Object> properties) {
        return new Lab(database, Pooler.before(database), true, properties, List.of(), false);
    }

    static synchronized PostgresServer server() {
        PostgresServer server = sharedServer;
        if (server == null) {
            server = PostgresServer.start();
            sharedServer = server;
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        }
        return server;
    }

    public TestDatabase database() {
        return database;
    }

    Pooler pooler() {
        return pooler;
    }

    public String url() {
        return "http://localhost:" + port;
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    /** Nobody in particular. */
    public WebTestClient anyone() {
        // a connection for each request: Reactor's client may hang on one whose last answer came
        // before its request was sent
        return WebTestClient.bindToServer(
                        new ReactorClientHttpConnector(
                                HttpClient.create(ConnectionProvider.newConnection())))
                .baseUrl(url())
                .responseTimeout(Duration.ofSeconds(20))
                .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(16 * 1024 * 1024))
                .build();
    }

    /** A person with a token. */
    public record Person(Lab lab, UUID id, String username, String token) {

        public WebTestClient client() {
            return lab.anyone().mutate().defaultHeader("Authorization", "Bearer " + token).build();
        }
    }

    public Person student(String... courses) {
        return person("student", courses);
    }

    public Person staff(String... courses) {
        return person("staff", courses);
    }

    public Person admin() {
        return person("admin");
    }

    private Person person(String role, String... courses) {
        UUID id = UUID.randomUUID();
        String username = role + "-" + id.toString().substring(0, 12);
        String token = "glt_" + Secrets.next();
        update(
                "insert into users (id, username, display_name, role, password_hash) values (?, ?, ?, ?, ?)",
                id,
                username,
                "A " + role,
                role,
                PASSWORD_HASH);
        update(
                "insert into tokens (id, user_id, name, secret_hash) values (?, ?, 'test', ?)",
                UUID.randomUUID(),
                id,
                Sha256.of(token).bytes());
        for (String course : courses) {
            update(
                    "insert into course_members (course_id, user_id, role) select id, ?, ? from courses where slug = ?",
                    id,
                    role,
                    course);
        }
        return new Person(this, id, username, token);
    }

    /** A new course; answers its slug. */
    public String course() {
        String slug = "course-" + UUID.randomUUID().toString().substring(0, 8);
        update(
                "insert into courses (id, slug, name) values (?, ?, 'A course')",
                UUID.randomUUID(),
                slug);
        return slug;
    }

    /** A new problem with one visible and one hidden test; answers its slug. */
    public String problem(String course) {
        String slug = "problem-" + UUID.randomUUID().toString().substring(0, 8);
        UUID problem = UUID.randomUUID();
        UUID version = UUID.randomUUID();
        update(
                "insert into problems (id, course_id, slug) select ?, id, ? from courses where slug = ?",
                problem,
                slug,
                course);
        update(
                """
                insert into problem_versions (id, problem_id, version, name, statements, cpu_ms, memory_mb, output_kb, validator,
                    package_format, package_hash)
                values (?, ?, 1, 'Sum', '{"en": "<p>Add them.</p>", "de": "<p>Addiere.</p>"}', 1000, 128, 512, '{"kind": "default"}',
                    '2025-09', ?)
                """,
                version,
                problem,
                Sha256.of(slug).bytes());
        update("update problems set current_version_id = ? where id = ?", version, problem);
        test(version, 1, "sample", true, "1 2\n", "3\n");
        test(version, 2, "secret", false, "40 2\n", "42 hidden answer\n");
        byte[] picture = blob("<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
        update(
                "insert into problem_files (problem_version_id, path, content_type, hash) values (?, 'pictures/a.svg', 'image/svg+xml', ?)",
                version,
                picture);
        return slug;
    }

    private void test(
            UUID version, int number, String group, boolean visible, String input, String answer) {
        update(
                "insert into tests (problem_version_id, number, name, group_name, visible, input_hash, answer_hash) values (?, ?, ?, ?, ?, ?, ?)",
                version,
                number,
                group + "/" + number,
                group,
                visible,
                blob(input),
                blob(answer));
    }

    private byte[] blob(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        byte[] hash = Sha256.of(bytes).bytes();
        update(
                "insert into blobs (hash, size, content) values (?, ?, ?) on conflict do nothing",
                hash,
                bytes.length,
                bytes);
        return hash;
    }

    /** Changes rows as the owner of the database. */
    public void update(String sql, Object... parameters) {
        try (Connection owner = database.owner();
                PreparedStatement statement = prepared(owner, sql, parameters)) {
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one value that a query answers with. */
    public Object value(String sql, Object... parameters) {
        try (Connection owner = database.owner();
                PreparedStatement statement = prepared(owner, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getObject(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public long count(String sql, Object... parameters) {
        return ((Number) value(sql, parameters)).longValue();
    }

    private static PreparedStatement prepared(Connection owner, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = owner.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    @Override
    public void close() {
        context.close();
        if (ownsPooler) {
            pooler.close();
        }
    }

    /** All that the process prints from now on until it is closed. */
    static final class Printed implements AutoCloseable {

        private final PrintStream before = System.out;
        private final ByteArrayOutputStream caught = new ByteArrayOutputStream();

        Printed() {
            System.setOut(new PrintStream(caught, true, StandardCharsets.UTF_8));
        }

        String text() {
            return caught.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            System.setOut(before);
        }
    }
}
