/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.token;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.CallerColumns;
import dev.gretlab.api.access.Credential;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.cache.TimedCache;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Tokens by the hash of their secret. */
@Component
public class TokenStore {

    /** By this people and scanners recognise a secret of ours. */
    public static final String PREFIX = "glt_";

    private static final Duration CACHED = Duration.ofSeconds(4);

    private final Database database;
    private final TimedCache<Sha256, Caller> cache = new TimedCache<>(CACHED, 20_000);

    TokenStore(Database database) {
        this.database = database;
    }

    record Token(
            UUID id,
            String name,
            Instant createdAt,
            @Nullable Instant lastUsedAt,
            @Nullable Instant expiresAt) {}

    /** Empty when no such token is valid. */
    public Mono<Caller> find(String secret) {
        return cache.get(Sha256.of(secret), this::load);
    }

    /** Empty when this person has as many as they may; belongs in a transaction. */
    Mono<UUID> create(
            UUID user, String name, String secret, @Nullable Instant expiresAt, int most) {
        return lock(user).then(insert(user, name, secret, expiresAt, most));
    }

    /** Until the transaction ends nobody else makes a token for this person. */
    private Mono<Void> lock(UUID user) {
        return database.sql("select pg_advisory_xact_lock(hashtextextended('tokens ' || :user, 0))")
                .bind("user", user.toString())
                .then();
    }

    private Mono<UUID> insert(
            UUID user, String name, String secret, @Nullable Instant expiresAt, int most) {
        var insert =
                database.sql(
                                """
                                insert into tokens (id, user_id, name, secret_hash, expires_at)
                                select new_id(), :user, :name, :hash, :expires
                                where (select count(*) from tokens o where o.user_id = :user) < :most
                                returning id
                                """)
                        .bind("most", most)
                        .bind("user", user)
                        .bind("name", name)
                        .bind("hash", Sha256.of(secret).bytes());
        return (expiresAt == null
                        ? insert.bindNull("expires", Instant.class)
                        : insert.bind("expires", expiresAt))
                .map(row -> new Columns(row).uuid("id"))
                .one();
    }

    Mono<List<Token>> list(UUID user) {
        return database.sql(
                        """
                        select id, name, created_at, last_used_at, expires_at from tokens
                        where user_id = :user order by created_at desc, id
                        """)
                .bind("user", user)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Token(
                            row.uuid("id"),
                            row.text("name"),
                            row.instant("created_at"),
                            row.instantOrNull("last_used_at"),
                            row.instantOrNull("expires_at"));
                })
                .all()
                .collectList();
    }

    /** False: this person has no such token. */
    Mono<Boolean> delete(UUID user, UUID id) {
        return database.sql("delete from tokens where id = :id and user_id = :user")
                .bind("id", id)
                .bind("user", user)
                .fetch()
                .rowsUpdated()
                .map(count -> count > 0)
                // which secret it was is not known any more, and revoking is rare
                .doOnNext(deleted -> cache.forgetAll());
    }

    private Mono<Caller> load(Sha256 hash) {
        return database.sql(
                        """
                        with touched as (
                            update tokens set last_used_at = now()
                            where secret_hash = :hash and (expires_at is null or expires_at > now())
                                and (last_used_at is null or last_used_at < now() - interval '1 minute'))
                        select t.id as token_id,
                        """
                                + CallerColumns.SQL
                                + """
                                from tokens t join users u on u.id = t.user_id
                                where t.secret_hash = :hash and (t.expires_at is null or t.expires_at > now())
                                    and u.disabled_at is null
                                """)
                .bind("hash", hash.bytes())
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return CallerColumns.read(
                            row, new Credential.PersonalToken(row.uuid("token_id")));
                })
                .one();
    }
}
