/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.access;

import dev.gretlab.api.database.Columns;
import java.util.Set;

/** How a person is selected together with a session or token. */
public final class CallerColumns {

    /** For the table {@code users u}. */
    public static final String SQL =
            """
            u.id as user_id, u.username, u.display_name, u.role,
            array(select m.course_id from course_members m where m.user_id = u.id and m.role = 'student') as learns,
            array(select m.course_id from course_members m where m.user_id = u.id and m.role = 'staff') as teaches
            """;

    private CallerColumns() {}

    public static Caller read(Columns row, Credential credential) {
        return new Caller(
                row.uuid("user_id"),
                row.text("username"),
                row.text("display_name"),
                Role.of(row.text("role")),
                Set.of(row.uuids("learns")),
                Set.of(row.uuids("teaches")),
                credential);
    }
}
