/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.sql.SQLException;
import liquibase.exception.LiquibaseException;

/**
 * Brings the database to this version and exits: 0 when it is there, 1 with a sentence on standard
 * error when not.
 *
 * <p>Configured by environment alone; see {@link MigrationSettings}.
 */
public final class Migrate {

    private Migrate() {}

    public static void main(String[] args) {
        try {
            MigrationSettings settings = MigrationSettings.from(System.getenv());
            new Migration(settings).run();
            System.out.println("The database is up to date.");
        } catch (IllegalArgumentException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (SQLException | LiquibaseException e) {
            fail("The migration failed: " + rootMessage(e));
        }
    }

    private static void fail(String sentence) {
        System.err.println(sentence);
        System.exit(1);
    }

    private static String rootMessage(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
