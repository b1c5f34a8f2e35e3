/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.security;

import dev.gretlab.api.error.Problem;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedHandler;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;
import reactor.core.publisher.Mono;

@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class SecurityConfiguration {

    /** Addresses with tricks in them are told so like everything else. */
    @Bean
    ServerExchangeRejectedHandler rejectedAddresses() {
        return (exchange, rejected) ->
                Mono.error(
                        Problem.of(
                                        400,
                                        "bad-request",
                                        "The address of the request cannot be understood.")
                                .exception());
    }

    @Bean
    SecurityWebFilterChain securityWebFilterChain(
            ServerHttpSecurity http, CallerRepository callers) {
        return http.httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .csrf(ServerHttpSecurity.CsrfSpec::disable) // ours is CsrfFilter
                .headers(ServerHttpSecurity.HeaderSpec::disable) // ours are in HeadersFilter
                .requestCache(cache -> cache.requestCache(NoOpServerRequestCache.getInstance()))
                .securityContextRepository(callers)
                .exceptionHandling(handling ->
                        handling.authenticationEntryPoint((exchange, error) ->
                                        Mono.error(Problem.unauthenticated().exception()))
                                .accessDeniedHandler((exchange, error) ->
                                        Mono.error(
                                                Problem.forbidden("You may not do this.")
                                                        .exception())))
                .authorizeExchange(exchanges ->
                        exchanges
                                .pathMatchers(HttpMethod.POST, "/api/v1/session")
                                .permitAll()
                                // metrics look at a token of their own
                                .pathMatchers("/api/health", "/api/metrics", "/api/openapi.json")
                                .permitAll()
                                .pathMatchers("/api/**")
                                .authenticated()
                                .anyExchange()
                                .permitAll())
                .addFilterAfter(new CsrfFilter(), SecurityWebFiltersOrder.AUTHORIZATION)
                .build();
    }
}
