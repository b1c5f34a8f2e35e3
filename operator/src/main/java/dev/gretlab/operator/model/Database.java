/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.DatabaseSpec;
import java.util.Objects;

/**
 * Where the database of a lab is and who signs in to it.
 *
 * @param ownerSecret holds the owner's name and password under the two keys
 * @param sslMode in the words of PostgreSQL's clients
 */
record Database(
        String host,
        int port,
        String name,
        String sslMode,
        String ownerSecret,
        String ownerNameKey,
        String ownerPasswordKey) {

    static Database of(Lab lab) {
        DatabaseSpec.Server server = lab.spec().database().server();
        if (server != null) {
            return new Database(
                    server.host(),
                    server.port(),
                    server.name(),
                    server.sslMode().mode(),
                    server.ownerSecretName(),
                    "username",
                    "password");
        }
        Objects.requireNonNull(lab.spec().database().evaluation(), "the CRD asks for one");
        return new Database(
                lab.serviceAddress(Part.DATABASE),
                5432,
                "gretlab",
                "disable",
                lab.credentials(),
                Credentials.OWNER_NAME,
                Credentials.OWNER);
    }

    /** Named after the database: roles belong to the whole server, which may hold several labs. */
    String role(String part) {
        return name + "_" + part;
    }

    String jdbcUrl() {
        String url = "jdbc:postgresql://" + host + ":" + port + "/" + name + "?sslmode=" + sslMode;
        // without it the driver looks for a file of authorities in the home folder, and not for
        // Java's own
        return checked() ? url + "&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory" : url;
    }

    /** Is it checked who answers? */
    boolean checked() {
        return sslMode.equals(DatabaseSpec.SslMode.VERIFY_FULL.mode());
    }

    String r2dbcUrl() {
        return "r2dbc:postgresql://" + host + ":" + port + "/" + name + "?sslMode=" + sslMode;
    }
}
