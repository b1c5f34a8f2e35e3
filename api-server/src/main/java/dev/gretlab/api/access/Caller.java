/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.access;

import dev.gretlab.api.error.Problem;
import java.util.Set;
import java.util.UUID;

/**
 * The person who asks.
 *
 * @param learns courses as a student
 * @param teaches courses as staff
 */
public record Caller(
        UUID id,
        String username,
        String displayName,
        Role role,
        Set<UUID> learns,
        Set<UUID> teaches,
        Credential credential) {

    public boolean isAdmin() {
        return role == Role.ADMIN;
    }

    public boolean sees(UUID course) {
        return isAdmin() || learns.contains(course) || teaches.contains(course);
    }

    public boolean teaches(UUID course) {
        return isAdmin() || teaches.contains(course);
    }

    /** Fails with 403 unless staff or admin. */
    public void requireStaff() {
        if (role == Role.STUDENT) {
            throw Problem.forbidden("Only staff may do this.").exception();
        }
    }

    /** Fails with 403 unless admin. */
    public void requireAdmin() {
        if (!isAdmin()) {
            throw Problem.forbidden("Only admins may do this.").exception();
        }
    }

    /**
     * All courses that this person sees; for an admin the list says nothing, since admins see all.
     */
    public UUID[] courses() {
        return java.util.stream.Stream.concat(learns.stream(), teaches.stream())
                .distinct()
                .toArray(UUID[]::new);
    }

    public UUID[] taughtCourses() {
        return teaches.toArray(UUID[]::new);
    }
}
