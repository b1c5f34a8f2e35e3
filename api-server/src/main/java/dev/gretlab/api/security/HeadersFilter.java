/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.security;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Headers of every answer, errors included; an endpoint's own word on caching or policy stands. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class HeadersFilter implements WebFilter {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        exchange.getResponse()
                .beforeCommit(() -> {
                    HttpHeaders headers = exchange.getResponse().getHeaders();
                    setIfAbsent(headers, "Content-Security-Policy", POLICY);
                    setIfAbsent(headers, HttpHeaders.CACHE_CONTROL, "no-store");
                    headers.set("X-Content-Type-Options", "nosniff");
                    headers.set("X-Frame-Options", "DENY");
                    headers.set("Referrer-Policy", "same-origin");
                    headers.set("Cross-Origin-Opener-Policy", "same-origin");
                    headers.set("Cross-Origin-Resource-Policy", "same-origin");
                    headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
                    return Mono.empty();
                });
        return chain.filter(exchange);
    }

    private static void setIfAbsent(HttpHeaders headers, String name, String value) {
        if (headers.getFirst(name) == null) {
            headers.set(name, value);
        }
    }
}
