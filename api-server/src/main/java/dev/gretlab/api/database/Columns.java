/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.database;

import io.r2dbc.spi.Readable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of a row, inside the mapping of that row: afterwards its memory belongs to
 * others. The plain methods are for columns that are never null.
 */
public record Columns(Readable row) {

    public UUID uuid(String name) {
        return required(name, UUID.class);
    }

    public @Nullable UUID uuidOrNull(String name) {
        return row.get(name, UUID.class);
    }

    public String text(String name) {
        return required(name, String.class);
    }

    public @Nullable String textOrNull(String name) {
        return row.get(name, String.class);
    }

    public int integer(String name) {
        return required(name, Integer.class);
    }

    public @Nullable Integer integerOrNull(String name) {
        return row.get(name, Integer.class);
    }

    public long number(String name) {
        return required(name, Long.class);
    }

    public @Nullable Long numberOrNull(String name) {
        return row.get(name, Long.class);
    }

    public double decimal(String name) {
        return required(name, Double.class);
    }

    public @Nullable Double decimalOrNull(String name) {
        return row.get(name, Double.class);
    }

    /** Of a numeric column: no float on its way. */
    public @Nullable BigDecimal exactOrNull(String name) {
        return row.get(name, BigDecimal.class);
    }

    public boolean flag(String name) {
        return required(name, Boolean.class);
    }

    public Instant instant(String name) {
        return required(name, Instant.class);
    }

    public @Nullable Instant instantOrNull(String name) {
        return row.get(name, Instant.class);
    }

    public byte[] bytes(String name) {
        return required(name, byte[].class);
    }

    public byte @Nullable [] bytesOrNull(String name) {
        return row.get(name, byte[].class);
    }

    public UUID[] uuids(String name) {
        return required(name, UUID[].class);
    }

    public String[] texts(String name) {
        return required(name, String[].class);
    }

    public String @Nullable [] textsOrNull(String name) {
        return row.get(name, String[].class);
    }

    private <T> T required(String name, Class<T> type) {
        return Objects.requireNonNull(row.get(name, type), name);
    }
}
