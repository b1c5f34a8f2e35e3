/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.security;

import dev.gretlab.api.error.Problem;
import dev.gretlab.api.setting.SettingStore;
import dev.gretlab.api.setting.Settings;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses by its announced length what could not be accepted anyway, before a byte of it is held in
 * memory. Lenient: a text in JSON may take several times its length, and a clear word about the
 * text itself is better than this one.
 */
@Component
@Order(0)
class BodyLimitFilter implements WebFilter {

    private static final long SMALL = 2L * 1024 * 1024;

    private final SettingStore settings;

    BodyLimitFilter(SettingStore settings) {
        this.settings = settings;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        long length = exchange.getRequest().getHeaders().getContentLength();
        if (length <= SMALL || isMultipart(exchange)) {
            return chain.filter(exchange);
        }
        return settings.current()
                .flatMap(current ->
                        length <= most(current)
                                ? chain.filter(exchange)
                                : Mono.error(
                                        Problem.of(
                                                        413,
                                                        "body-too-large",
                                                        "The request is too large. Send a shorter program or input.")
                                                .exception()));
    }

    private static boolean isMultipart(ServerWebExchange exchange) {
        MediaType type = exchange.getRequest().getHeaders().getContentType();
        return type != null && type.getType().equals("multipart");
    }

    private static long most(Settings settings) {
        return SMALL + 2048L * (settings.number("source_kb") + settings.number("stdin_kb"));
    }
}
