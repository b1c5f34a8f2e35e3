/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Passwords, and who failed to give one. By account and address together: a class shares one
 * address.
 */
@Component
class SignInStore {

    /** Under which all names of an address are counted together; nobody can be called so. */
    private static final String ANY_NAME = "*";

    private final Database database;

    SignInStore(Database database) {
        this.database = database;
    }

    record Account(UUID id, @Nullable String passwordHash) {}

    record Attempts(int count, Duration untilForgotten) {}

    Mono<Optional<Account>> account(String username) {
        return database.sql(
                        "select id, password_hash from users where username = :username and disabled_at is null")
                .bind("username", username)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Account(row.uuid("id"), row.textOrNull("password_hash"));
                })
                .one()
                .map(Optional::of)
                .defaultIfEmpty(Optional.empty());
    }

    /** Counted before the password is looked at, so that guesses sent together are counted too. */
    Mono<Attempts> count(String username, String address) {
        return Database.toTheEnd(
                database.sql(
                                """
                                insert into sign_in_failures as f (username, address, failures, window_started_at)
                                values (:username, :address, 1, now())
                                on conflict (username, address) do update set
                                    failures = case when f.window_started_at < now() - interval '10 minutes' then 1 else f.failures + 1 end,
                                    window_started_at = case when f.window_started_at < now() - interval '10 minutes' then now()
                                        else f.window_started_at end
                                returning failures,
                                    ceil(extract(epoch from window_started_at + interval '10 minutes' - now()))::integer as seconds
                                """)
                        .bind("username", username)
                        .bind("address", address)
                        .map(readable -> {
                            Columns row = new Columns(readable);
                            return new Attempts(
                                    row.integer("failures"),
                                    Duration.ofSeconds(Math.max(1, row.integer("seconds"))));
                        })
                        .one());
    }

    /** Wrong passwords from an address in the last minutes, under whatever names. */
    Mono<Attempts> failures(String address) {
        return database.sql(
                        """
                        select failures, ceil(extract(epoch from window_started_at + interval '10 minutes' - now()))::integer as seconds
                        from sign_in_failures
                        where username = :username and address = :address and window_started_at >= now() - interval '10 minutes'
                        """)
                .bind("username", ANY_NAME)
                .bind("address", address)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Attempts(
                            row.integer("failures"),
                            Duration.ofSeconds(Math.max(1, row.integer("seconds"))));
                })
                .one();
    }

    /** Only what was wrong: a class that signs in together is no attack. */
    Mono<Void> countFailure(String address) {
        return count(ANY_NAME, address).then();
    }

    /** The attempt was not judged. */
    Mono<Void> uncount(String username, String address) {
        return Database.toTheEnd(
                database.sql(
                                "update sign_in_failures set failures = failures - 1 where username = :username and address = :address")
                        .bind("username", username)
                        .bind("address", address)
                        .then());
    }

    Mono<Void> forget(String username, String address) {
        return Database.toTheEnd(
                database.sql(
                                "delete from sign_in_failures where username = :username and address = :address")
                        .bind("username", username)
                        .bind("address", address)
                        .then());
    }
}
