/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

import dev.gretlab.api.access.Secrets;
import dev.gretlab.api.error.Problem;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** A name and a password become a session, or a problem. */
@Component
class SignIn {

    private static final int ATTEMPTS = 10;

    /** Of all names together: a whole college may share an address. */
    private static final int FAILURES_OF_ADDRESS = 300;

    private static final int LONGEST_PASSWORD = 1000;
    private static final Pattern USERNAME = Pattern.compile("[a-z0-9][a-z0-9._@+-]{0,63}");

    private final SignInStore store;
    private final SessionStore sessions;
    private final Passwords passwords;

    SignIn(SignInStore store, SessionStore sessions, Passwords passwords) {
        this.store = store;
        this.sessions = sessions;
        this.passwords = passwords;
    }

    /** Answers the id for the cookie. Fails with 401 bad-credentials or 429 too-many-sign-ins. */
    Mono<String> signIn(String username, String password, String address) {
        if (!USERNAME.matcher(username).matches() || password.length() > LONGEST_PASSWORD) {
            // nobody can have this name or password; it takes as long as if somebody could
            return passwords.matches("", null).then(refused(address));
        }
        return store.failures(address)
                .filter(failures -> failures.count() >= FAILURES_OF_ADDRESS)
                .flatMap(failures ->
                        Mono.<SignInStore.Attempts>error(
                                tooMany(
                                        "Too many wrong passwords come from your network. Wait a few minutes.",
                                        failures)))
                .switchIfEmpty(Mono.defer(() -> store.count(username, address)))
                .flatMap(attempts ->
                        attempts.count() > ATTEMPTS
                                ? Mono.error(
                                        tooMany(
                                                "Too many wrong passwords for this name. Wait a few minutes, or ask the staff for a new password.",
                                                attempts))
                                : store.account(username)
                                        .flatMap(account ->
                                                verify(account, username, password, address)));
    }

    private Mono<String> verify(
            Optional<SignInStore.Account> account,
            String username,
            String password,
            String address) {
        return passwords
                .matches(password, account.map(SignInStore.Account::passwordHash).orElse(null))
                .onErrorResume(error -> store.uncount(username, address).then(Mono.error(error)))
                .flatMap(matches -> {
                    if (!matches || account.isEmpty()) {
                        return refused(address);
                    }
                    return begin(account.get().id(), username, address);
                });
    }

    private Mono<String> begin(UUID user, String username, String address) {
        String id = Secrets.next();
        return store.forget(username, address).then(sessions.create(id, user)).thenReturn(id);
    }

    private static Exception tooMany(String detail, SignInStore.Attempts attempts) {
        return Problem.of(429, "too-many-sign-ins", detail)
                .after(attempts.untilForgotten())
                .exception();
    }

    private <T> Mono<T> refused(String address) {
        return store.countFailure(address)
                .then(
                        Mono.error(() ->
                                Problem.of(
                                                401,
                                                "bad-credentials",
                                                "The name or the password is wrong.")
                                        .exception()));
    }
}
