/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.security;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.session.SessionCookie;
import dev.gretlab.api.session.SessionStore;
import dev.gretlab.api.token.TokenStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpCookie;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.server.context.ServerSecurityContextRepository;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Recognises a person by token, else by session. Nothing is ever saved through it. */
@Component
class CallerRepository implements ServerSecurityContextRepository {

    private static final String BEARER = "Bearer ";
    private static final int LONGEST = 200;

    private final SessionStore sessions;
    private final TokenStore tokens;

    CallerRepository(SessionStore sessions, TokenStore tokens) {
        this.sessions = sessions;
        this.tokens = tokens;
    }

    @Override
    public Mono<Void> save(ServerWebExchange exchange, @Nullable SecurityContext context) {
        return Mono.empty();
    }

    @Override
    public Mono<SecurityContext> load(ServerWebExchange exchange) {
        return caller(exchange)
                .map(caller ->
                        new SecurityContextImpl(
                                UsernamePasswordAuthenticationToken.authenticated(
                                        caller, "", List.of())));
    }

    private Mono<Caller> caller(ServerWebExchange exchange) {
        String authorization =
                exchange.getRequest().getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        if (authorization != null) {
            if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
                return Mono.empty();
            }
            String secret = authorization.substring(BEARER.length()).strip();
            return secret.startsWith(TokenStore.PREFIX) && secret.length() <= LONGEST
                    ? tokens.find(secret)
                    : Mono.empty();
        }
        HttpCookie cookie = exchange.getRequest().getCookies().getFirst(SessionCookie.NAME);
        return cookie == null || cookie.getValue().isEmpty() || cookie.getValue().length() > LONGEST
                ? Mono.empty()
                : sessions.find(cookie.getValue());
    }
}
