/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.queue.DatabaseAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a runner must know, from the environment alone. The name of a secret may end in _FILE: then
 * it names a file that holds the secret.
 *
 * @param database GRETLAB_DB_URL, GRETLAB_DB_USER, GRETLAB_DB_PASSWORD
 * @param jail path of gretlab-jail (GRETLAB_JAIL)
 * @param jailPrefix a command that runs a jail server in a sandbox, each word on a line of its own
 *     (GRETLAB_JAIL_PREFIX); empty to run it plainly
 * @param languages path of the file of languages (GRETLAB_LANGUAGES)
 * @param workDir the one folder that is written (GRETLAB_WORK_DIR)
 * @param slots jobs at once (GRETLAB_SLOTS); empty to choose by cores and memory
 * @param memoryMb of all slots together (GRETLAB_MEMORY_MB); empty for what the machine has
 * @param firstUid started by root, slot n runs programs as this user + n (GRETLAB_FIRST_UID)
 * @param httpPort of health and metrics (GRETLAB_HTTP_PORT); 0 for any
 * @param httpBind the address that it listens on (GRETLAB_HTTP_BIND)
 * @param name of this runner (GRETLAB_RUNNER_NAME)
 * @param metricsToken that /metrics asks for (METRICS_TOKEN); null for none
 */
public record RunnerSettings(
        DatabaseAddress database,
        Path jail,
        List<String> jailPrefix,
        Path languages,
        Path workDir,
        OptionalInt slots,
        OptionalInt memoryMb,
        int firstUid,
        int httpPort,
        String httpBind,
        String name,
        @Nullable String metricsToken) {

    /** SettingsException names everything that is missing or wrong, not only the first. */
    public static RunnerSettings from(Map<String, String> environment) throws SettingsException {
        Reader reader = new Reader(environment);
        RunnerSettings settings =
                new RunnerSettings(
                        new DatabaseAddress(
                                reader.url(),
                                reader.required("GRETLAB_DB_USER"),
                                reader.requiredSecret("GRETLAB_DB_PASSWORD")),
                        reader.path("GRETLAB_JAIL", "to the path of the program gretlab-jail"),
                        reader.lines("GRETLAB_JAIL_PREFIX"),
                        reader.path("GRETLAB_LANGUAGES", "to the path of languages.yaml"),
                        reader.path("GRETLAB_WORK_DIR", "to a folder that this user may write"),
                        reader.optionalNumber("GRETLAB_SLOTS", 1, 64),
                        reader.optionalNumber("GRETLAB_MEMORY_MB", 64, 16_777_216),
                        reader.optionalNumber("GRETLAB_FIRST_UID", 1, 2_000_000_000).orElse(60_000),
                        reader.optionalNumber("GRETLAB_HTTP_PORT", 0, 65_535).orElse(9090),
                        environment.getOrDefault("GRETLAB_HTTP_BIND", "0.0.0.0"),
                        reader.name(),
                        reader.secret("METRICS_TOKEN"));
        reader.finish();
        return settings;
    }

    @Override
    public String toString() {
        return "RunnerSettings[" + name + ", " + database + "]";
    }

    private static final class Reader {

        private final Map<String, String> environment;
        private final List<String> faults = new ArrayList<>();

        Reader(Map<String, String> environment) {
            this.environment = environment;
        }

        void finish() throws SettingsException {
            if (!faults.isEmpty()) {
                throw new SettingsException(faults);
            }
        }

        private @Nullable String find(String name) {
            String value = environment.get(name);
            return value == null || value.isBlank() ? null : value;
        }

        String required(String name) {
            return required(name, "");
        }

        private String required(String name, String how) {
            String value = find(name);
            if (value == null) {
                faults.add("Set " + name + (how.isEmpty() ? "." : " " + how + "."));
                return "";
            }
            return value;
        }

        String url() {
            String url =
                    required(
                            "GRETLAB_DB_URL",
                            "to the database, as jdbc:postgresql://host:port/name");
            if (!url.isEmpty() && !url.startsWith("jdbc:postgresql://")) {
                faults.add("GRETLAB_DB_URL must begin with jdbc:postgresql://.");
            }
            return url;
        }

        Path path(String name, String how) {
            return Path.of(required(name, how));
        }

        List<String> lines(String name) {
            String value = find(name);
            return value == null ? List.of() : List.of(value.strip().split("\n"));
        }

        OptionalInt optionalNumber(String name, int least, int most) {
            String value = find(name);
            if (value == null) {
                return OptionalInt.empty();
            }
            try {
                int number = Integer.parseInt(value.strip());
                if (number >= least && number <= most) {
                    return OptionalInt.of(number);
                }
            } catch (NumberFormatException e) {
                // told below, like a number out of bounds
            }
            faults.add(name + " must be a whole number from " + least + " to " + most + ".");
            return OptionalInt.empty();
        }

        @Nullable String secret(String name) {
            String file = find(name + "_FILE");
            if (file == null) {
                return find(name);
            }
            try {
                return Files.readString(Path.of(file)).strip();
            } catch (IOException e) {
                faults.add(name + "_FILE names " + file + ", which cannot be read.");
                return "";
            }
        }

        String requiredSecret(String name) {
            String value = secret(name);
            if (value == null) {
                faults.add(
                        "Set "
                                + name
                                + ", or "
                                + name
                                + "_FILE to the path of a file that holds it.");
                return "";
            }
            return value;
        }

        String name() {
            String name = find("GRETLAB_RUNNER_NAME");
            if (name != null) {
                return name;
            }
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                return "runner";
            }
        }
    }
}
