/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.idempotency;

import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
class IdempotencyStore {

    private final Database database;

    IdempotencyStore(Database database) {
        this.database = database;
    }

    record Known(Sha256 requestHash, @Nullable String response, boolean isInForce) {}

    /** True: the key is new, or older than a day. Waits for whoever is using it right now. */
    Mono<Boolean> take(UUID user, String endpoint, String key, Sha256 requestHash) {
        return database.sql(
                        """
                        insert into idempotency_keys as k (user_id, endpoint, key, request_hash, created_at)
                        values (:user, :endpoint, :key, :hash, queue_now())
                        on conflict (user_id, endpoint, key) do update
                        set request_hash = excluded.request_hash, response = null, job_id = null, created_at = excluded.created_at
                        where k.created_at < queue_now() - interval '24 hours'
                        """)
                .bind("user", user)
                .bind("endpoint", endpoint)
                .bind("key", key)
                .bind("hash", requestHash.bytes())
                .fetch()
                .rowsUpdated()
                .map(count -> count > 0);
    }

    Mono<Known> known(UUID user, String endpoint, String key) {
        return database.sql(
                        """
                        select request_hash, response::text as response, created_at > queue_now() - interval '24 hours' as in_force
                        from idempotency_keys
                        where user_id = :user and endpoint = :endpoint and key = :key
                        """)
                .bind("user", user)
                .bind("endpoint", endpoint)
                .bind("key", key)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Known(
                            Sha256.read(row.bytes("request_hash")),
                            row.textOrNull("response"),
                            row.flag("in_force"));
                })
                .one();
    }

    Mono<Void> answer(UUID user, String endpoint, String key, String response) {
        return database.sql(
                        """
                        update idempotency_keys set response = :response::jsonb
                        where user_id = :user and endpoint = :endpoint and key = :key
                        """)
                .bind("response", response)
                .bind("user", user)
                .bind("endpoint", endpoint)
                .bind("key", key)
                .then();
    }
}
