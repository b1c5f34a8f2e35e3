/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.setting;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The values in force, by name. */
public record Settings(Map<String, String> values) {

    public int number(String name) {
        return Integer.parseInt(Objects.requireNonNull(values.get(name), name));
    }

    public Set<String> languagesOff() {
        String value = values.getOrDefault("languages_off", "");
        return value.isEmpty() ? Set.of() : Set.of(value.split(","));
    }
}
