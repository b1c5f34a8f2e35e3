/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Where the database is and who asks.
 *
 * @param url jdbc:postgresql:..., direct: a pooler would swallow notifications
 */
public record DatabaseAddress(String url, String user, String password) {

    Connection connect(String purpose) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "gretlab-runner " + purpose);
        properties.setProperty("connectTimeout", "5");
        properties.setProperty("loginTimeout", "8");
        // longer than any statement of ours takes, shorter than the shortest lease would like
        properties.setProperty("socketTimeout", "15");
        properties.setProperty("tcpKeepAlive", "true");
        // errors quote parameters, and those are sources and outputs
        properties.setProperty("logServerErrorDetail", "false");
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
