/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import liquibase.exception.LiquibaseException;

/**
 * A migrated database of its own on a {@link PostgresServer}, so that tests do not see each other.
 *
 * @param name of the database
 * @param ownerRole the role that owns it; the names of the other roles begin with it
 */
public record TestDatabase(PostgresServer server, String name, String ownerRole) {

    private static final String PASSWORD = "a-role-of-a-test";

    static TestDatabase create(PostgresServer server) {
        return create(server, newName());
    }

    /** With this name, which its owner has too. */
    static TestDatabase create(PostgresServer server, String name) {
        TestDatabase database = new TestDatabase(server, name, name);
        try (Connection superuser = server.superuser("postgres")) {
            PostgresServer.execute(
                    superuser,
                    "create role " + name + " login createrole password '" + PASSWORD + "'");
            PostgresServer.execute(superuser, "create database " + name + " owner " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        database.migrate();
        return database;
    }

    private static String newName() {
        return "t" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    }

    /** A database with the same content and the same roles. Nobody may be connected to this one. */
    TestDatabase copy() {
        TestDatabase copy = new TestDatabase(server, newName(), ownerRole);
        try (Connection superuser = server.superuser("postgres")) {
            PostgresServer.execute(
                    superuser,
                    "create database " + copy.name + " owner " + ownerRole + " template " + name);
            // what belongs to a database but is not inside it, a copy lacks
            PostgresServer.execute(
                    superuser,
                    """
                    do $$
                    declare
                        v_setting record;
                    begin
                        revoke all on database %2$s from public;
                        for v_setting in
                            select r.rolname, split_part(c.entry, '=', 1) as name,
                                substr(c.entry, strpos(c.entry, '=') + 1) as value
                            from pg_db_role_setting s
                            join pg_database d on d.oid = s.setdatabase and d.datname = '%1$s'
                            join pg_roles r on r.oid = s.setrole
                            cross join unnest(s.setconfig) c (entry)
                        loop
                            execute format('grant connect on database %2$s to %%I', v_setting.rolname);
                            execute format('alter role %%I in database %2$s set %%I = %%L',
                                v_setting.rolname, v_setting.name, v_setting.value);
                        end loop;
                    end
                    $$\
                    """
                            .formatted(name, copy.name));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return copy;
    }

    /** Runs the migration, as a new version of the product would. */
    public void migrate() {
        try {
            new Migration(
                            new MigrationSettings(
                                    url(),
                                    ownerRole,
                                    PASSWORD,
                                    List.of(
                                            new MigrationSettings.Role(
                                                    "api", role("api"), PASSWORD),
                                            new MigrationSettings.Role(
                                                    "runner", role("runner"), PASSWORD),
                                            new MigrationSettings.Role(
                                                    "scaler", role("scaler"), PASSWORD)),
                                    Duration.ZERO))
                    .run();
        } catch (SQLException | LiquibaseException e) {
            throw new IllegalStateException(e);
        }
    }

    public String url() {
        return server.url(name);
    }

    public int port() {
        return server.port();
    }

    /** The name of the role that a part signs in as: api, runner or scaler. */
    public String role(String part) {
        return ownerRole + "_" + part;
    }

    /** The password of every role. */
    public String password() {
        return PASSWORD;
    }

    /** A connection as the owner, who may do everything; for preparing and looking. */
    public Connection owner() throws SQLException {
        Connection connection = DriverManager.getConnection(url(), ownerRole, PASSWORD);
        PostgresServer.execute(connection, "set search_path = gretlab");
        return connection;
    }

    /** A connection as a part: api, runner or scaler. */
    public Connection as(String part) throws SQLException {
        return DriverManager.getConnection(url(), role(part), PASSWORD);
    }
}
