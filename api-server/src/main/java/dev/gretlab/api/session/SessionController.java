/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Credential;
import dev.gretlab.api.error.Problem;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/session")
class SessionController {

    private final SignIn signIn;
    private final SessionStore sessions;
    private final ClientAddress addresses;
    private final Clock clock = Clock.systemUTC();

    SessionController(SignIn signIn, SessionStore sessions, ClientAddress addresses) {
        this.signIn = signIn;
        this.sessions = sessions;
        this.addresses = addresses;
    }

    record SignInRequest(@Nullable String username, @Nullable String password) {
        @Override
        public String toString() {
            return "SignInRequest";
        }
    }

    record SessionView(
            String username,
            String displayName,
            String role,
            @Nullable String csrfToken,
            Instant serverTime,
            @Nullable Instant expiresAt) {}

    @GetMapping
    SessionView session(@AuthenticationPrincipal Caller caller) {
        Credential.@Nullable BrowserSession session =
                caller.credential() instanceof Credential.BrowserSession browser ? browser : null;
        return new SessionView(
                caller.username(),
                caller.displayName(),
                caller.role().text(),
                session == null ? null : session.csrfToken(),
                clock.instant(),
                session == null ? null : session.expiresAt());
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<Void> signIn(
            @RequestBody SignInRequest body,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        requireSameOrigin(request.getHeaders());
        if (body.username() == null || body.password() == null) {
            throw Problem.of(422, "missing-field", "Give both username and password.").exception();
        }
        return signIn.signIn(body.username(), body.password(), addresses.of(request))
                .doOnNext(id -> response.addCookie(cookie(id, Duration.ofSeconds(-1))))
                .then();
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<Void> signOut(@AuthenticationPrincipal Caller caller, ServerHttpResponse response) {
        if (!(caller.credential() instanceof Credential.BrowserSession session)) {
            return Mono.empty();
        }
        response.addCookie(cookie("", Duration.ZERO));
        return sessions.end(session.idHash());
    }

    private static ResponseCookie cookie(String value, Duration maxAge) {
        return ResponseCookie.from(SessionCookie.NAME, value)
                .httpOnly(true)
                .secure(true)
                .sameSite("Lax")
                .path("/")
                .maxAge(maxAge)
                .build();
    }

    /** Nobody's page may sign a visitor in under a foreign name. */
    private static void requireSameOrigin(HttpHeaders headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        boolean foreign = site != null && !site.equals("same-origin") && !site.equals("none");
        String origin = headers.getOrigin();
        if (site == null && origin != null) {
            foreign = !Objects.equals(authority(origin), headers.getFirst(HttpHeaders.HOST));
        }
        if (foreign) {
            throw Problem.of(403, "csrf", "Sign in from this site's own page.").exception();
        }
    }

    private static @Nullable String authority(String origin) {
        try {
            return URI.create(origin).getRawAuthority();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
