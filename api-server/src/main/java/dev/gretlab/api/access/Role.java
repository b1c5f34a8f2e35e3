/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.access;

import java.util.Locale;

/** What a person is to the whole site. */
public enum Role {
    STUDENT,
    STAFF,
    ADMIN;

    public static Role of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** As in the database and in JSON. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
