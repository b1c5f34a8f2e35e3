/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All that the environment says, read once at start.
 *
 * @param pooledUrl {@code r2dbc:postgresql://host:port/db}; may be a pooler in transaction mode
 * @param directUrl the same form, straight to PostgreSQL: the one session that listens
 * @param metricsToken without one nobody reads metrics
 * @param admin the first admin, made at start when there is none
 * @param drain how long health says 503 before the listener closes
 * @param state where the operator asks how the lab is; without a token nobody can
 */
public record ServerConfiguration(
        String pooledUrl,
        String directUrl,
        String databaseUser,
        String databasePassword,
        int poolSize,
        Optional<String> metricsToken,
        Optional<FirstAdmin> admin,
        Duration drain,
        Duration clientPatience,
        List<AddressRange> trustedProxies,
        Optional<StateAddress> state) {

    /** Name and password of the first admin. */
    public record FirstAdmin(String username, String password) {
        @Override
        public String toString() {
            return username;
        }
    }

    /** A listener of its own, and what its callers must know. */
    public record StateAddress(String bind, int port, String token) {
        @Override
        public String toString() {
            return bind + ":" + port;
        }
    }

    @Override
    public String toString() {
        return "ServerConfiguration[" + pooledUrl + "]";
    }
}
