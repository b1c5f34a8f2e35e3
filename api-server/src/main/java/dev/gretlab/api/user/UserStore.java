/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.util.UUID;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Component
class UserStore {

    private final Database database;

    UserStore(Database database) {
        this.database = database;
    }

    /** Empty when the name is taken: who is there already keeps name, role and password. */
    Mono<UUID> create(String username, String displayName, String role, String passwordHash) {
        return database.sql(
                        """
                        insert into users (id, username, display_name, role, password_hash)
                        values (new_id(), :username, :name, :role, :hash)
                        on conflict (username) do nothing returning id
                        """)
                .bind("username", username)
                .bind("name", displayName)
                .bind("role", role)
                .bind("hash", passwordHash)
                .map(readable -> new Columns(readable).uuid("id"))
                .one();
    }

    /**
     * Also someone who was there before becomes a member, but never more than the own role says.
     */
    Mono<Void> enrol(String username, Iterable<UUID> courses) {
        return Flux.fromIterable(courses)
                .concatMap(course ->
                        database.sql(
                                        """
                                        insert into course_members (course_id, user_id, role)
                                        select :course, u.id, case when u.role = 'student' then 'student' else 'staff' end
                                        from users u where u.username = :username
                                        on conflict do nothing
                                        """)
                                .bind("course", course)
                                .bind("username", username)
                                .then())
                .then();
    }

    Mono<Boolean> exists(String username) {
        return database.sql("select exists (select from users where username = :username) as there")
                .bind("username", username)
                .map(readable -> new Columns(readable).flag("there"))
                .one();
    }

    Mono<Boolean> hasAdmin() {
        return database.sql(
                        "select exists (select from users where role = 'admin' and disabled_at is null) as there")
                .map(readable -> new Columns(readable).flag("there"))
                .one();
    }
}
