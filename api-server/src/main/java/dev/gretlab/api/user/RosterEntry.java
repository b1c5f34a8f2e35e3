/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A person in a roster, as sent.
 *
 * @param role student when absent
 * @param password made up when absent
 * @param courses slugs
 */
record RosterEntry(
        @Nullable String username,
        @Nullable String displayName,
        @Nullable String role,
        @Nullable String password,
        @Nullable List<String> courses) {
    @Override
    public String toString() {
        return "RosterEntry " + username;
    }
}
