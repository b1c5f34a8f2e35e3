/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@Configuration(proxyBeanMethods = false)
class EnvironmentReader {

    @Bean
    ServerConfiguration serverConfiguration(Environment environment) {
        String pooled = required(environment, "GRETLAB_DB_POOLED_URL");
        return new ServerConfiguration(
                pooled,
                value(environment, "GRETLAB_DB_DIRECT_URL").orElse(pooled),
                required(environment, "GRETLAB_DB_USER"),
                required(environment, "GRETLAB_DB_PASSWORD"),
                value(environment, "GRETLAB_DB_POOL_SIZE").map(Integer::parseInt).orElse(12),
                value(environment, "METRICS_TOKEN"),
                value(environment, "GRETLAB_BOOTSTRAP_ADMIN")
                        .map(name ->
                                new ServerConfiguration.FirstAdmin(
                                        name,
                                        required(environment, "GRETLAB_BOOTSTRAP_ADMIN_PASSWORD"))),
                Duration.ofSeconds(
                        value(environment, "GRETLAB_DRAIN_SECONDS")
                                .map(Long::parseLong)
                                .orElse(0L)),
                Duration.ofSeconds(
                        value(environment, "GRETLAB_CLIENT_PATIENCE_SECONDS")
                                .map(Long::parseLong)
                                .orElse(20L)),
                value(environment, "GRETLAB_TRUSTED_PROXIES").stream()
                        .flatMap(text -> Arrays.stream(text.split(",")))
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .map(AddressRange::read)
                        .toList(),
                value(environment, "GRETLAB_STATE_TOKEN")
                        .map(token ->
                                new ServerConfiguration.StateAddress(
                                        value(environment, "GRETLAB_BIND").orElse("0.0.0.0"),
                                        value(environment, "GRETLAB_STATE_PORT")
                                                .map(Integer::parseInt)
                                                .orElse(8081),
                                        token)));
    }

    private static String required(Environment environment, String name) {
        return value(environment, name)
                .orElseThrow(() ->
                        new IllegalStateException(name + " (or " + name + "_FILE) must be set"));
    }

    private static Optional<String> value(Environment environment, String name) {
        Optional<String> value =
                Optional.ofNullable(environment.getProperty(name)).filter(v -> !v.isEmpty());
        if (value.isPresent()) {
            return value;
        }
        return Optional.ofNullable(environment.getProperty(name + "_FILE"))
                .filter(v -> !v.isEmpty())
                .map(EnvironmentReader::contentOf);
    }

    private static String contentOf(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
