/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.changelog.ChangeLogParameters;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DatabaseChangelogCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.command.core.helpers.ShowSummaryArgument;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.ui.LoggerUIService;
import org.postgresql.PGConnection;

/** One migration: the schema, the changelog, then the passwords of the roles. */
public final class Migration {

    /** Held here, because the loggers' registry holds them weakly and would forget the level. */
    private static final Logger LIQUIBASE_LOG = Logger.getLogger("liquibase");

    static {
        // at INFO it tells of every step and file
        LIQUIBASE_LOG.setLevel(Level.WARNING);
    }

    private final MigrationSettings settings;

    public Migration(MigrationSettings settings) {
        this.settings = settings;
    }

    /**
     * Brings the database to this version. Safe to run again and by several at once: Liquibase's
     * lock table lets one through at a time.
     */
    public void run() throws SQLException, LiquibaseException {
        FirstConnection first = new FirstConnection(settings.patience(), System.out::println);
        try (Connection connection = first.open(this::connect)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create schema if not exists gretlab");
                statement.execute("set search_path = gretlab");
            }
            update(connection);
        }
        // a connection of its own: Liquibase closes the one that it was given
        try (Connection connection = connect()) {
            for (MigrationSettings.Role role : settings.roles()) {
                setPassword(connection, role);
            }
        }
    }

    private Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", settings.password());
        properties.setProperty("ApplicationName", "gretlab-migrate");
        properties.setProperty("connectTimeout", "10");
        return DriverManager.getConnection(settings.url(), properties);
    }

    @SuppressWarnings(
            "try") // close() of the accessor declares InterruptedException, which it never throws
    private void update(Connection connection) throws LiquibaseException {
        try (ClassLoaderResourceAccessor resources = new ClassLoaderResourceAccessor()) {
            Map<String, Object> scope = new HashMap<>();
            scope.put(Scope.Attr.resourceAccessor.name(), resources);
            scope.put(Scope.Attr.ui.name(), new LoggerUIService());
            Scope.child(scope, () -> updateInScope(connection));
        } catch (LiquibaseException e) {
            throw e;
        } catch (Exception e) {
            throw new LiquibaseException(e);
        }
    }

    private void updateInScope(Connection connection) throws LiquibaseException {
        Database database =
                DatabaseFactory.getInstance()
                        .findCorrectDatabaseImplementation(new JdbcConnection(connection));
        database.setDefaultSchemaName("gretlab");
        ChangeLogParameters parameters = new ChangeLogParameters(database);
        for (MigrationSettings.Role role : settings.roles()) {
            parameters.set(role.parameter(), role.name());
        }
        CommandScope update = new CommandScope(UpdateCommandStep.COMMAND_NAME);
        update.addArgumentValue(DbUrlConnectionArgumentsCommandStep.DATABASE_ARG, database);
        update.addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, "db/changelog.yaml");
        update.addArgumentValue(DatabaseChangelogCommandStep.CHANGELOG_PARAMETERS, parameters);
        update.addArgumentValue(ShowSummaryArgument.SHOW_SUMMARY, UpdateSummaryEnum.OFF);
        update.execute();
    }

    private static void setPassword(Connection connection, MigrationSettings.Role role)
            throws SQLException {
        String password = role.password();
        if (password == null) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "alter role " + statement.enquoteIdentifier(role.name(), true) + " login");
        }
        // hashed on this side: the clear password never reaches the server or its log
        connection
                .unwrap(PGConnection.class)
                .alterUserPassword(role.name(), password.toCharArray(), "scram-sha-256");
    }
}
