/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.security;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Credential;
import dev.gretlab.api.error.Problem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Who is recognised by cookie must also know what only our own page can read. */
class CsrfFilter implements WebFilter {

    static final String HEADER = "X-CSRF-Token";

    private static final Set<HttpMethod> READING =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (READING.contains(request.getMethod()) || isSignIn(request)) {
            return chain.filter(exchange);
        }
        return ReactiveSecurityContextHolder.getContext()
                .mapNotNull(context -> context.getAuthentication())
                .filter(authentication ->
                        authentication.getPrincipal() instanceof Caller caller
                                && !isProven(caller, request.getHeaders().getFirst(HEADER)))
                .flatMap(authentication ->
                        Mono.<Boolean>error(
                                Problem.of(
                                                403,
                                                "csrf",
                                                "The page is out of date. Load it again and repeat. A program that is no page sends a token of its own (Authorization: Bearer) and needs no X-CSRF-Token.")
                                        .exception()))
                .then(Mono.defer(() -> chain.filter(exchange)));
    }

    private static boolean isSignIn(ServerHttpRequest request) {
        return request.getMethod().equals(HttpMethod.POST)
                && request.getPath().pathWithinApplication().value().equals("/api/v1/session");
    }

    private static boolean isProven(
            Caller caller, @org.jspecify.annotations.Nullable String header) {
        return switch (caller.credential()) {
            case Credential.PersonalToken token -> true;
            case Credential.BrowserSession session ->
                    header != null
                            && MessageDigest.isEqual(
                                    header.getBytes(StandardCharsets.UTF_8),
                                    session.csrfToken().getBytes(StandardCharsets.UTF_8));
        };
    }
}
