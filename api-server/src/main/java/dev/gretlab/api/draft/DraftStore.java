/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.draft;

import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** One text for each person, problem and language, with a version that grows. */
@Component
class DraftStore {

    private final Database database;

    DraftStore(Database database) {
        this.database = database;
    }

    record Key(UUID user, String problem, String language) {}

    record Draft(String source, Instant updatedAt, long version) {}

    Mono<Draft> find(Key key) {
        return bound(
                        database.sql(
                                """
                                select source, updated_at, version from drafts
                                where user_id = :user and problem = :problem and language = :language
                                """),
                        key)
                .map(readable -> draft(new Columns(readable)))
                .one();
    }

    /** Empty when there is one already. */
    Mono<Draft> create(Key key, byte[] source) {
        return bound(
                        database.sql(
                                """
                                insert into drafts (user_id, problem, language, source)
                                values (:user, :problem, :language, :source)
                                on conflict do nothing returning source, updated_at, version
                                """),
                        key)
                .bind("source", source)
                .map(readable -> draft(new Columns(readable)))
                .one();
    }

    /** Empty when the version is another one by now. */
    Mono<Draft> replace(Key key, byte[] source, long version) {
        return bound(
                        database.sql(
                                """
                                update drafts set source = :source, version = version + 1, updated_at = now()
                                where user_id = :user and problem = :problem and language = :language and version = :version
                                returning source, updated_at, version
                                """),
                        key)
                .bind("source", source)
                .bind("version", version)
                .map(readable -> draft(new Columns(readable)))
                .one();
    }

    private static DatabaseClient.GenericExecuteSpec bound(
            DatabaseClient.GenericExecuteSpec spec, Key key) {
        return spec.bind("user", key.user())
                .bind("problem", key.problem())
                .bind("language", key.language());
    }

    private static Draft draft(Columns row) {
        return new Draft(
                new String(row.bytes("source"), StandardCharsets.UTF_8),
                row.instant("updated_at"),
                row.number("version"));
    }
}
