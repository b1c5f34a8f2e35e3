/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads answers. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    public static JsonNode read(byte @Nullable [] body) {
        return MAPPER.readTree(java.util.Objects.requireNonNull(body));
    }

    public static String text(byte @Nullable [] body, String field) {
        return read(body).get(field).asString();
    }
}
