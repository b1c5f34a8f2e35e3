/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.CallerColumns;
import dev.gretlab.api.access.Credential;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.cache.TimedCache;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Sessions live 12 hours after the last request. Only the hash of an id is stored. */
@Component
public class SessionStore {

    private static final Duration CACHED = Duration.ofSeconds(4);

    private final Database database;
    private final Clock clock = Clock.systemUTC();
    private final TimedCache<Sha256, Caller> cache = new TimedCache<>(CACHED, 20_000);

    SessionStore(Database database) {
        this.database = database;
    }

    /** Empty when there is no such session, or no more. */
    public Mono<Caller> find(String id) {
        String csrfToken = csrfToken(id);
        return cache.get(Sha256.of(id), hash -> load(hash, csrfToken))
                .filter(caller ->
                        caller.credential() instanceof Credential.BrowserSession session
                                && session.expiresAt().isAfter(clock.instant()));
    }

    Mono<Void> create(String id, UUID user) {
        return Database.toTheEnd(
                database.sql(
                                """
                                insert into sessions (id_hash, user_id, expires_at)
                                values (:hash, :user, now() + interval '12 hours')
                                """)
                        .bind("hash", Sha256.of(id).bytes())
                        .bind("user", user)
                        .then());
    }

    Mono<Void> end(Sha256 idHash) {
        return Database.toTheEnd(
                database.sql("delete from sessions where id_hash = :hash")
                        .bind("hash", idHash.bytes())
                        .then()
                        .doOnTerminate(() -> cache.forget(idHash)));
    }

    private Mono<Caller> load(Sha256 hash, String csrfToken) {
        // written at most once a minute, however busy the page is
        return database.sql(
                        """
                        with touched as (
                            update sessions set last_seen_at = now(), expires_at = now() + interval '12 hours'
                            where id_hash = :hash and expires_at > now() and last_seen_at < now() - interval '1 minute')
                        select s.expires_at,
                        """
                                + CallerColumns.SQL
                                + """
                                from sessions s join users u on u.id = s.user_id
                                where s.id_hash = :hash and s.expires_at > now() and u.disabled_at is null
                                """)
                .bind("hash", hash.bytes())
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return CallerColumns.read(
                            row,
                            new Credential.BrowserSession(
                                    hash, csrfToken, row.instant("expires_at")));
                })
                .one();
    }

    /**
     * Follows from the session's id, so that it needs no place of its own; and nothing leads back
     * to the id.
     */
    private static String csrfToken(String id) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(id.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal("csrf".getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
