/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.security;

import dev.gretlab.api.error.Problem;
import dev.gretlab.api.setting.SettingStore;
import dev.gretlab.api.setting.Settings;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Refuses bodies that could not be accepted anyway: by the announced length before a byte is read,
 * and else at the first byte too many. Lenient: a text in JSON may take several times its length,
 * and a clear word about the text itself is better than this one.
 */
@Component
@Order(0)
class BodyLimitFilter implements WebFilter {

    private static final long SMALL = 2L * 1024 * 1024;
    private static final long SIGN_IN = 16L * 1024;

    private final SettingStore settings;

    BodyLimitFilter(SettingStore settings) {
        this.settings = settings;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (isMultipart(exchange)) {
            return chain.filter(exchange);
        }
        if (!mayBeLong(exchange)) {
            return chain.filter(counted(exchange, isSignIn(exchange) ? SIGN_IN : SMALL));
        }
        long length = exchange.getRequest().getHeaders().getContentLength();
        if (length >= 0 && length <= SMALL) {
            return chain.filter(exchange);
        }
        return settings.current()
                .flatMap(current ->
                        length <= most(current)
                                ? chain.filter(counted(exchange, most(current)))
                                : Mono.error(
                                        Problem.of(
                                                        413,
                                                        "body-too-large",
                                                        "The request is too large. Send a shorter program or input.")
                                                .exception()));
    }

    /** Programs and inputs may be long, as the settings say; nothing else is. */
    private static boolean mayBeLong(ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().pathWithinApplication().value();
        return path.startsWith("/api/v1/runs")
                || path.startsWith("/api/v1/submissions")
                || path.startsWith("/api/v1/drafts/");
    }

    private static boolean isSignIn(ServerWebExchange exchange) {
        return exchange.getRequest()
                .getPath()
                .pathWithinApplication()
                .value()
                .equals("/api/v1/session");
    }

    /**
     * A body may come without a length, so what comes is counted, and refused at the first byte too
     * many.
     */
    private static ServerWebExchange counted(ServerWebExchange exchange, long most) {
        return exchange.mutate()
                .request(
                        new ServerHttpRequestDecorator(exchange.getRequest()) {
                            @Override
                            public Flux<DataBuffer> getBody() {
                                AtomicLong seen = new AtomicLong();
                                return super.getBody()
                                        .handle((buffer, sink) -> {
                                            if (seen.addAndGet(buffer.readableByteCount()) > most) {
                                                DataBufferUtils.release(buffer);
                                                sink.error(
                                                        new DataBufferLimitException(
                                                                "more than " + most + " bytes"));
                                            } else {
                                                sink.next(buffer);
                                            }
                                        });
                            }
                        })
                .build();
    }

    private static boolean isMultipart(ServerWebExchange exchange) {
        MediaType type = exchange.getRequest().getHeaders().getContentType();
        return type != null && type.getType().equals("multipart");
    }

    private static long most(Settings settings) {
        return SMALL + 2048L * (settings.number("source_kb") + settings.number("stdin_kb"));
    }
}
