/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

/** One request and what came back. */
public record Http(int status, HttpHeaders headers, String body) {

    public static Http send(WebTestClient client, String method, String uri) {
        return send(client, method, uri, null, Map.of());
    }

    public static Http send(
            WebTestClient client, String method, String uri, @Nullable Object body) {
        return send(client, method, uri, body, Map.of());
    }

    /** A body that is a String goes out as it is. */
    public static Http send(
            WebTestClient client,
            String method,
            String uri,
            @Nullable Object body,
            Map<String, String> headers) {
        WebTestClient.RequestBodySpec request = client.method(HttpMethod.valueOf(method)).uri(uri);
        headers.forEach(request::header);
        if (body != null) {
            if (!headers.containsKey("Content-Type")) {
                request.header("Content-Type", "application/json");
            }
            request.bodyValue(body);
        }
        EntityExchangeResult<byte[]> result = request.exchange().expectBody().returnResult();
        byte[] answer = result.getResponseBody();
        return new Http(
                result.getStatus().value(),
                result.getResponseHeaders(),
                answer == null ? "" : new String(answer, StandardCharsets.UTF_8));
    }

    public JsonNode json() {
        return Json.read(body.getBytes(StandardCharsets.UTF_8));
    }

    public String text(String field) {
        return json().get(field).asString();
    }

    /** The end of the problem's type. */
    public String problem() {
        return text("type").replace("https://gretlab.dev/problems/", "");
    }

    public String header(String name) {
        return String.join(",", headers.getOrDefault(name, List.of()));
    }
}
