/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a migration needs to know.
 *
 * @param url JDBC address of the database, direct and not through a pooler ({@code GRETLAB_DB_URL})
 * @param user the owner's role ({@code GRETLAB_DB_USER})
 * @param password its password ({@code GRETLAB_DB_PASSWORD}, or {@code GRETLAB_DB_PASSWORD_FILE}
 *     with the path of a file that holds it)
 * @param roles the roles of the parts of the system ({@code GRETLAB_API_ROLE}, {@code
 *     GRETLAB_API_PASSWORD} and the same for {@code RUNNER} and {@code SCALER})
 * @param patience how long a database is waited for that does not answer yet ({@code
 *     GRETLAB_DB_WAIT_SECONDS}, else {@link #USUAL_PATIENCE})
 */
public record MigrationSettings(
        String url, String user, String password, List<Role> roles, Duration patience) {

    /** Longer than a server needs to start, or a network to let a new pod in. */
    public static final Duration USUAL_PATIENCE = Duration.ofMinutes(2);

    /**
     * A role that a part of the system signs in as.
     *
     * @param parameter its name in the changelog: api, runner or scaler
     * @param password null: the password stays as it is, a new role cannot sign in
     */
    public record Role(String parameter, String name, @Nullable String password) {}

    public MigrationSettings {
        roles = List.copyOf(roles);
    }

    /**
     * Reads the settings. Throws IllegalArgumentException with a sentence that says what to set.
     */
    public static MigrationSettings from(Map<String, String> environment) {
        List<Role> roles = new ArrayList<>();
        for (String parameter : List.of("api", "runner", "scaler")) {
            String prefix = "GRETLAB_" + parameter.toUpperCase(java.util.Locale.ROOT);
            roles.add(
                    new Role(
                            parameter,
                            environment.getOrDefault(prefix + "_ROLE", "gretlab_" + parameter),
                            secret(environment, prefix + "_PASSWORD")));
        }
        String password = secret(environment, "GRETLAB_DB_PASSWORD");
        if (password == null) {
            throw new IllegalArgumentException(
                    "Set GRETLAB_DB_PASSWORD, or GRETLAB_DB_PASSWORD_FILE to the path of a file that"
                            + " holds it.");
        }
        return new MigrationSettings(
                required(environment, "GRETLAB_DB_URL"),
                required(environment, "GRETLAB_DB_USER"),
                password,
                roles,
                patience(environment.get("GRETLAB_DB_WAIT_SECONDS")));
    }

    private static Duration patience(@Nullable String seconds) {
        if (seconds == null) {
            return USUAL_PATIENCE;
        }
        if (!seconds.matches("[0-9]{1,4}")) {
            throw new IllegalArgumentException(
                    "GRETLAB_DB_WAIT_SECONDS is " + seconds + "; set it to 0 to 9999 seconds.");
        }
        return Duration.ofSeconds(Integer.parseInt(seconds));
    }

    private static String required(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("Set " + name + ".");
        }
        return value;
    }

    private static @Nullable String secret(Map<String, String> environment, String name) {
        String file = environment.get(name + "_FILE");
        if (file == null) {
            return environment.get(name);
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    name + "_FILE names " + file + ", which cannot be read.", e);
        }
    }

    @Override
    public String toString() {
        return "MigrationSettings[" + user + " at " + url + "]";
    }
}
