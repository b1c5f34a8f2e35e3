/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The passwords and tokens of a lab, made once. What is there stays as it is: a password that
 * changed would lock running pods out, and one that somebody set by hand is theirs.
 */
public final class Credentials {

    static final String OWNER_NAME = "owner-name";
    static final String OWNER = "owner";
    static final String API = "api";
    static final String RUNNER = "runner";
    static final String SCALER = "scaler";
    static final String ADMIN = "admin";
    static final String METRICS = "metrics";
    static final String STATE = "state";

    /** For PgBouncer: who may sign in to it, and as whom it signs in. */
    static final String POOLER_USERS = "pgbouncer-users.txt";

    private static final List<String> RANDOM =
            List.of(OWNER, API, RUNNER, SCALER, ADMIN, METRICS, STATE);
    private static final int BYTES = 24;

    private Credentials() {}

    /**
     * The Secret as it is to be.
     *
     * @param present what the Secret in the cluster holds, as it holds it (Base64); empty when
     *     there is none
     * @param random of cryptographic quality
     */
    public static Secret complete(Lab lab, Map<String, String> present, RandomGenerator random) {
        Map<String, String> data = new TreeMap<>(present);
        for (String key : RANDOM) {
            data.computeIfAbsent(key, missing -> encode(password(random)));
        }
        data.put(OWNER_NAME, encode("gretlab_owner"));
        // derived, so it follows a password that was changed by hand
        data.put(
                POOLER_USERS,
                encode(
                        "\"%s\" \"%s\"\n"
                                .formatted(
                                        Database.of(lab).role("api"),
                                        decode(Objects.requireNonNull(data.get(API))))));
        return new SecretBuilder()
                .withMetadata(lab.data(lab.credentials(), "credentials"))
                .withType("Opaque")
                .withData(data)
                .build();
    }

    /** What the operator says when it asks the API for the lab's state. */
    public static String stateToken(Secret credentials) {
        // without blanks around it, as the API reads its file
        return decode(Objects.requireNonNull(credentials.getData().get(STATE))).strip();
    }

    private static String password(RandomGenerator random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
