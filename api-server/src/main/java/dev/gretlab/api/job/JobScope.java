/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import java.util.Map;

/**
 * The jobs that a person may reach, as a condition that every query of jobs on behalf of a person
 * carries: what is not theirs is not read at all, so it cannot leak by a mistake further on.
 */
record JobScope(Kind kind, Map<String, Object> parameters) {

    private enum Kind {
        ALL,
        NONE,
        OWN,
        TAUGHT,
        OWN_AND_TAUGHT
    }

    /**
     * What this person may read: the own, for staff those of their courses' problems and the runs
     * without a problem of their courses' students, for admins all.
     */
    static JobScope readableBy(Caller caller) {
        if (caller.isAdmin()) {
            return new JobScope(Kind.ALL, Map.of());
        }
        return caller.teaches().isEmpty()
                ? new JobScope(Kind.OWN, Map.of("me", caller.id()))
                : new JobScope(
                        Kind.OWN_AND_TAUGHT,
                        Map.of("me", caller.id(), "taught", caller.taughtCourses()));
    }

    /** What this person decides about as staff. */
    static JobScope taughtBy(Caller caller) {
        if (caller.isAdmin()) {
            return new JobScope(Kind.ALL, Map.of());
        }
        return caller.teaches().isEmpty()
                ? new JobScope(Kind.NONE, Map.of())
                : new JobScope(Kind.TAUGHT, Map.of("taught", caller.taughtCourses()));
    }

    /** In SQL, over the table jobs under this alias. */
    String condition(String alias) {
        String own = alias + ".user_id = :me";
        String taught =
                """
                (exists (select from problem_versions sv join problems sp on sp.id = sv.problem_id
                    where sv.id = %1$s.problem_version_id and sp.course_id = any (:taught))
                or %1$s.problem_version_id is null and exists (select from course_members sm
                    where sm.user_id = %1$s.user_id and sm.role = 'student' and sm.course_id = any (:taught)))
                """
                        .formatted(alias);
        return switch (kind) {
            case ALL -> "true";
            case NONE -> "false";
            case OWN -> own;
            case TAUGHT -> taught;
            case OWN_AND_TAUGHT -> "(" + own + " or " + taught + ")";
        };
    }
}
