/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.error;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Answers every error, wherever it came from, so that no page of a framework ever shows. */
@Component
@Order(-2)
class ProblemHandler implements ErrorWebExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);
    private static final int FRAMES = 6;

    /** No status of HTTP: nobody is there to be told. */
    private static final int CLIENT_GONE = 499;

    private final JsonMapper json;

    ProblemHandler(JsonMapper json) {
        this.json = json;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            // a stream broke off; its client sees the end
            return Mono.error(error);
        }
        if (ProblemMapping.isClientGone(error)) {
            // nothing is wrong here, and the status is for the metrics alone
            response.setStatusCode(HttpStatusCode.valueOf(CLIENT_GONE));
            return Mono.empty();
        }
        Problem problem =
                ProblemMapping.of(error)
                        .orElseGet(() -> {
                            logUnforeseen(exchange, error);
                            return Problem.of(
                                    500,
                                    "internal-error",
                                    "Something went wrong on our side. Try again; if it stays, tell the staff.");
                        });
        return write(response, exchange, problem, error);
    }

    private Mono<Void> write(
            ServerHttpResponse response,
            ServerWebExchange exchange,
            Problem problem,
            Throwable error) {
        response.setStatusCode(HttpStatusCode.valueOf(problem.status()));
        HttpHeaders headers = response.getHeaders();
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        if (problem.retryAfter() != null) {
            headers.set(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(Math.max(1, problem.retryAfter().toSeconds())));
        }
        if (problem.status() == 401) {
            headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (error instanceof MethodNotAllowedException wrong) {
            headers.setAllow(wrong.getSupportedMethods());
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", problem.type());
        body.put("title", problem.title());
        body.put("status", problem.status());
        body.put("detail", problem.detail());
        body.putAll(problem.more());
        if (exchange.getRequest().getMethod().equals(HttpMethod.HEAD)) {
            return response.setComplete();
        }
        DataBuffer buffer = response.bufferFactory().wrap(json.writeValueAsBytes(body));
        headers.setContentLength(buffer.readableByteCount());
        return response.writeWith(Mono.just(buffer));
    }

    /** Classes and places alone: an exception's text may quote what a student sent. */
    private static void logUnforeseen(ServerWebExchange exchange, Throwable error) {
        if (LOG.isErrorEnabled()) {
            StringBuilder causes = new StringBuilder();
            Throwable current = error;
            for (int depth = 0; current != null && depth < 5; depth++) {
                causes.append(depth == 0 ? "" : " < ")
                        .append(current.getClass().getName())
                        .append(
                                Arrays.stream(current.getStackTrace())
                                        .filter(frame ->
                                                frame.getClassName().startsWith("dev.gretlab")
                                                        || frame.getClassName()
                                                                .startsWith("org.springframework"))
                                        .limit(FRAMES)
                                        .map(StackTraceElement::toString)
                                        .collect(Collectors.joining(", ", " [", "]")));
                current = current.getCause();
            }
            LOG.error(
                    "{} {} failed, SQLSTATE {}: {}",
                    exchange.getRequest().getMethod(),
                    exchange.getAttributeOrDefault(
                            org.springframework.web.reactive.HandlerMapping
                                    .BEST_MATCHING_PATTERN_ATTRIBUTE,
                            "?"),
                    ProblemMapping.sqlState(error).orElse("-"),
                    causes);
        }
    }
}
