/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.token;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Secrets;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/tokens")
class TokenController {

    /** Tokens that one person may have, expired ones included. */
    private static final int MOST = 50;

    private final TokenStore tokens;
    private final Idempotency idempotency;
    private final Clock clock = Clock.systemUTC();

    TokenController(TokenStore tokens, Idempotency idempotency) {
        this.tokens = tokens;
        this.idempotency = idempotency;
    }

    /** Years of five digits are told apart from mistakes by nobody. */
    private static final Instant LATEST = Instant.parse("+10000-01-01T00:00:00Z");

    record TokenRequest(@Nullable String name, @Nullable Instant expiresAt) {}

    record NewToken(UUID id, String name, String secret, @Nullable Instant expiresAt) {
        @Override
        public String toString() {
            return "NewToken " + id;
        }
    }

    @GetMapping
    Mono<List<TokenStore.Token>> list(@AuthenticationPrincipal Caller caller) {
        return tokens.list(caller.id());
    }

    /** The secret is in this answer alone. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Mono<ResponseEntity<NewToken>> create(
            @AuthenticationPrincipal Caller caller,
            @RequestBody TokenRequest body,
            ServerHttpRequest request) {
        String name = body.name() == null ? "" : body.name().strip();
        if (name.isEmpty() || name.length() > 100) {
            throw Problem.of(422, "bad-token-name", "Give the token a name of 1 to 100 characters.")
                    .exception();
        }
        if (body.expiresAt() != null && !isSensible(body.expiresAt())) {
            throw Problem.of(
                            422,
                            "bad-expiry",
                            "The time at which the token expires must lie ahead, before the year 10000.")
                    .exception();
        }
        String secret = TokenStore.PREFIX + Secrets.next();
        Mono<ResponseEntity<NewToken>> work =
                tokens.create(caller.id(), name, secret, body.expiresAt(), MOST)
                        .switchIfEmpty(
                                Mono.error(() ->
                                        Problem.of(
                                                        409,
                                                        "too-many-tokens",
                                                        "You have "
                                                                + MOST
                                                                + " tokens. Revoke one that you do not need any more.")
                                                .exception()))
                        .map(id ->
                                ResponseEntity.created(URI.create("/api/v1/tokens/" + id))
                                        .body(new NewToken(id, name, secret, body.expiresAt())));
        return idempotency.onceWithSecret(caller, request, body, NewToken.class, work);
    }

    private boolean isSensible(Instant expiry) {
        Instant now = clock.instant();
        return expiry.isAfter(now) && expiry.isBefore(LATEST);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<ResponseEntity<Void>> revoke(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String id,
            ServerHttpRequest request) {
        UUID token = parsed(id);
        Mono<ResponseEntity<Void>> work =
                tokens.delete(caller.id(), token)
                        .flatMap(deleted ->
                                deleted
                                        ? Mono.just(ResponseEntity.noContent().build())
                                        : Mono.error(Problem.notFound().exception()));
        return idempotency.once(caller, request, "", Void.class, work);
    }

    private static UUID parsed(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw Problem.notFound().exception();
        }
    }
}
