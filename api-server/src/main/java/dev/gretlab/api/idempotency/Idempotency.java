/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.idempotency;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.database.Database;
import dev.gretlab.api.error.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Does a write once for each key: in one transaction with the key, so that either both are there or
 * neither. A write that failed leaves no key behind.
 */
@Component
public final class Idempotency {

    private static final List<String> KEPT_HEADERS =
            List.of(HttpHeaders.ETAG, HttpHeaders.LOCATION);

    private final Database database;
    private final IdempotencyStore store;
    private final JsonMapper json;

    Idempotency(Database database, IdempotencyStore store, JsonMapper json) {
        this.database = database;
        this.store = store;
        this.json = json;
    }

    /** For answers that may be kept for a day. */
    public <T> Mono<ResponseEntity<T>> once(
            Caller caller,
            ServerHttpRequest request,
            Object body,
            Class<T> type,
            Mono<ResponseEntity<T>> work) {
        return once(caller, request, body, type, work, true);
    }

    /** For answers with a secret, which is never stored: asking again is refused with 409. */
    public <T> Mono<ResponseEntity<T>> onceWithSecret(
            Caller caller,
            ServerHttpRequest request,
            Object body,
            Class<T> type,
            Mono<ResponseEntity<T>> work) {
        return once(caller, request, body, type, work, false);
    }

    /**
     * For work of several transactions that does no harm when it is done again: what a broken
     * connection left undone is done at the next time, and only the answer is kept.
     */
    public <T> Mono<ResponseEntity<T>> onceInSteps(
            Caller caller,
            ServerHttpRequest request,
            Object body,
            Class<T> type,
            Mono<ResponseEntity<T>> work) {
        String key = IdempotencyKey.of(request);
        if (key == null) {
            return Database.toTheEnd(work);
        }
        return store.known(caller.id(), endpoint(request), key)
                .filter(IdempotencyStore.Known::isInForce)
                .map(known -> again(known, hash(request, body), type))
                .switchIfEmpty(
                        Database.toTheEnd(work)
                                .flatMap(answer ->
                                        once(caller, request, body, type, Mono.just(answer))));
    }

    private <T> Mono<ResponseEntity<T>> once(
            Caller caller,
            ServerHttpRequest request,
            Object body,
            Class<T> type,
            Mono<ResponseEntity<T>> work,
            boolean kept) {
        String key = IdempotencyKey.of(request);
        if (key == null) {
            return database.inTransaction(work);
        }
        String endpoint = endpoint(request);
        Sha256 hash = hash(request, body);
        Mono<ResponseEntity<T>> first =
                work.flatMap(answer ->
                        store.answer(
                                        caller.id(),
                                        endpoint,
                                        key,
                                        kept ? written(answer) : "{\"secret\":true}")
                                .thenReturn(answer));
        return database.inTransaction(
                store.take(caller.id(), endpoint, key, hash)
                        .flatMap(isNew ->
                                isNew
                                        ? first
                                        : store.known(caller.id(), endpoint, key)
                                                .map(known -> again(known, hash, type))));
    }

    private record Request(List<String> ifMatch, Object body) {}

    private static String endpoint(ServerHttpRequest request) {
        return request.getMethod() + " " + request.getPath().value();
    }

    private Sha256 hash(ServerHttpRequest request, Object body) {
        return Sha256.of(
                json.writeValueAsString(
                        new Request(request.getHeaders().getOrEmpty(HttpHeaders.IF_MATCH), body)));
    }

    private String written(ResponseEntity<?> answer) {
        ObjectNode node = json.createObjectNode();
        node.put("status", answer.getStatusCode().value());
        for (String header : KEPT_HEADERS) {
            String value = answer.getHeaders().getFirst(header);
            if (value != null) {
                node.put(header, value);
            }
        }
        if (answer.getBody() != null) {
            node.set("body", json.valueToTree(answer.getBody()));
        }
        return json.writeValueAsString(node);
    }

    private <T> ResponseEntity<T> again(IdempotencyStore.Known known, Sha256 hash, Class<T> type) {
        if (!known.requestHash().equals(hash)) {
            throw Problem.of(
                            422,
                            "idempotency-key-reused",
                            "This Idempotency-Key was used for another request. Use a new key for a new request.")
                    .exception();
        }
        JsonNode node =
                json.readTree(known.response() == null ? "{\"secret\":true}" : known.response());
        if (node.has("secret")) {
            throw Problem.of(
                            409,
                            "answer-shown-once",
                            "This was done already, and its answer held a secret that is shown once. Make a new one under a new key.")
                    .exception();
        }
        HttpHeaders headers = new HttpHeaders();
        for (String header : KEPT_HEADERS) {
            if (node.has(header)) {
                headers.set(header, node.get(header).asString());
            }
        }
        @Nullable JsonNode body = node.get("body");
        ResponseEntity.BodyBuilder answer =
                ResponseEntity.status(node.get("status").asInt()).headers(headers);
        return body == null ? answer.build() : answer.body(json.treeToValue(body, type));
    }
}
