/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.page;

import dev.gretlab.api.error.Problem;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The page draws all its addresses itself; its assets carry their content's hash in the name. */
@Configuration(proxyBeanMethods = false)
class PageController {

    private static final Resource INDEX = new ClassPathResource("static/index.html");

    @Bean
    RouterFunction<ServerResponse> pageRoutes() {
        return RouterFunctions.route()
                .GET("/", PageController::index)
                .GET("/signin", PageController::index)
                .GET("/problems", PageController::index)
                .GET("/problems/{slug}", PageController::index)
                .GET("/problems/{slug}/examples", PageController::index)
                .GET("/submissions", PageController::index)
                .GET("/submissions/{id}", PageController::index)
                .GET("/runs/{id}", PageController::index)
                .GET("/system-errors", PageController::index)
                .GET("/runners", PageController::index)
                .GET("/tokens", PageController::index)
                .build()
                .and(
                        RouterFunctions.resources(
                                "/assets/**",
                                new ClassPathResource("static/assets/"),
                                (resource, headers) ->
                                        headers.setCacheControl(
                                                CacheControl.maxAge(Duration.ofDays(365))
                                                        .cachePublic()
                                                        .immutable())));
    }

    private static Mono<ServerResponse> index(ServerRequest request) {
        if (!INDEX.exists()) {
            return Mono.error(Problem.notFound().exception());
        }
        return ServerResponse.ok()
                .contentType(
                        new MediaType(MediaType.TEXT_HTML, java.nio.charset.StandardCharsets.UTF_8))
                .cacheControl(CacheControl.noCache())
                .bodyValue(INDEX);
    }
}
