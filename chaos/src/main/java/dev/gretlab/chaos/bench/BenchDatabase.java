/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * A migrated database on a server that is there for the measurement alone.
 *
 * @param server {@code jdbc:postgresql://host:port/}
 * @param password of every role of that server
 */
record BenchDatabase(String server, String name, String password) {

    Connection superuser() throws SQLException {
        return connect("postgres");
    }

    Connection api() throws SQLException {
        return connect("gretlab_api");
    }

    Connection runner() throws SQLException {
        return connect("gretlab_runner");
    }

    private Connection connect(String user) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("currentSchema", "gretlab");
        return DriverManager.getConnection(server + name, properties);
    }

    /** Another database with the same content; nobody may be connected to this one. */
    BenchDatabase copy(String copyName) throws SQLException {
        try (Connection connection = new BenchDatabase(server, "postgres", password).superuser();
                Statement statement = connection.createStatement()) {
            statement.execute("create database " + copyName + " template " + name);
        }
        return new BenchDatabase(server, copyName, password);
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (!rows.next()) {
                throw new IllegalStateException("no row: " + query);
            }
            return rows.getLong(1);
        }
    }
}
