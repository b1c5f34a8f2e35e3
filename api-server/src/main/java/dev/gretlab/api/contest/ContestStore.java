/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.contest;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Contests of the courses that a person sees. */
@Component
public class ContestStore {

    private static final String VISIBLE =
            """
            from contests c join courses k on k.id = c.course_id
            where (:admin or c.course_id = any (:courses))
            """;

    private final Database database;

    ContestStore(Database database) {
        this.database = database;
    }

    record ContestView(
            String slug,
            String name,
            String course,
            Instant startsAt,
            Instant endsAt,
            boolean registered) {}

    /** Empty when there is none or this person does not see it. */
    public Mono<UUID> find(Caller caller, String slug) {
        return database.sql("select c.id " + VISIBLE + " and c.slug = :slug")
                .bind("admin", caller.isAdmin())
                .bind("courses", caller.courses())
                .bind("slug", slug)
                .map(readable -> new Columns(readable).uuid("id"))
                .one();
    }

    Mono<List<ContestView>> list(Caller caller) {
        return database.sql(
                        """
                        select c.slug, c.name, k.slug as course, c.starts_at, c.ends_at,
                            exists (select from contest_registrations r where r.contest_id = c.id and r.user_id = :me) as registered
                        """
                                + VISIBLE
                                + " order by c.starts_at desc, c.slug")
                .bind("me", caller.id())
                .bind("admin", caller.isAdmin())
                .bind("courses", caller.courses())
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new ContestView(
                            row.text("slug"),
                            row.text("name"),
                            row.text("course"),
                            row.instant("starts_at"),
                            row.instant("ends_at"),
                            row.flag("registered"));
                })
                .all()
                .collectList();
    }
}
