/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.course;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Courses by their slug. */
@Component
public class CourseStore {

    private final Database database;

    CourseStore(Database database) {
        this.database = database;
    }

    record CourseView(String slug, String name, String role, long members) {}

    /** Slug to id, of those that exist. */
    public Mono<Map<String, UUID>> ids(String[] slugs) {
        return database.sql("select slug, id from courses where slug = any (:slugs)")
                .bind("slugs", slugs)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return Map.entry(row.text("slug"), row.uuid("id"));
                })
                .all()
                .collectMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    /** Empty when there is none or this person does not teach it. */
    public Mono<UUID> taught(Caller caller, String slug) {
        return database.sql("select id from courses where slug = :slug")
                .bind("slug", slug)
                .map(readable -> new Columns(readable).uuid("id"))
                .one()
                .filter(caller::teaches);
    }

    Mono<List<CourseView>> list(Caller caller) {
        return database.sql(
                        """
                        select c.slug, c.name, coalesce(m.role, 'admin') as role,
                            (select count(*) from course_members a where a.course_id = c.id) as members
                        from courses c left join course_members m on m.course_id = c.id and m.user_id = :me
                        where :admin or m.user_id is not null order by c.name, c.slug
                        """)
                .bind("me", caller.id())
                .bind("admin", caller.isAdmin())
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new CourseView(
                            row.text("slug"),
                            row.text("name"),
                            row.text("role"),
                            row.number("members"));
                })
                .all()
                .collectList();
    }

    /** False: the slug is taken. */
    Mono<Boolean> create(String slug, String name) {
        return database.sql(
                        "insert into courses (id, slug, name) values (new_id(), :slug, :name) on conflict do nothing")
                .bind("slug", slug)
                .bind("name", name)
                .fetch()
                .rowsUpdated()
                .map(count -> count > 0);
    }
}
