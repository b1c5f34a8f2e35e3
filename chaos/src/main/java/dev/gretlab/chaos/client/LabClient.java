/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Calls of the public API as one person. Every write carries an Idempotency-Key. */
public final class LabClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http;
    private final URI base;
    private final Map<String, String> credentials;

    private LabClient(HttpClient http, URI base, Map<String, String> credentials) {
        this.http = http;
        this.base = base;
        this.credentials = credentials;
    }

    /** Someone who is not signed in. */
    public static LabClient anonymous(String url) {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(5))
                        .build();
        return new LabClient(http, URI.create(url), Map.of());
    }

    /** The same lab as the person whose token this is. */
    public LabClient withToken(String token) {
        return new LabClient(http, base, Map.of("Authorization", "Bearer " + token));
    }

    /** Signs in with a password, as the page does. */
    public LabClient signIn(String username, String password) {
        Answer answer =
                post("/api/v1/session", Map.of("username", username, "password", password))
                        .expect(204);
        String cookie =
                answer.headers()
                        .firstValue("Set-Cookie")
                        .map(c -> c.substring(0, c.indexOf(';')))
                        .orElseThrow(() -> new UnexpectedAnswer("sign-in gave no cookie"));
        LabClient signedIn = new LabClient(http, base, Map.of("Cookie", cookie));
        String csrf =
                signedIn.get("/api/v1/session").expect(200).body().path("csrfToken").asString();
        return new LabClient(http, base, Map.of("Cookie", cookie, "X-CSRF-Token", csrf));
    }

    public Answer get(String path) {
        return send("GET", path, null, BodyPublishers.noBody());
    }

    public Answer delete(String path) {
        return send("DELETE", path, null, BodyPublishers.noBody());
    }

    /** Sends JSON; the body is anything that Jackson can write. */
    public Answer post(String path, Object body) {
        return send(
                "POST",
                path,
                "application/json",
                BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
    }

    /** Sends one file as the part {@code name} of a form. */
    public Answer upload(String path, String name, String fileName, byte[] content) {
        String boundary = "gretlab-" + UUID.randomUUID();
        byte[] head =
                ("--"
                                + boundary
                                + "\r\nContent-Disposition: form-data; name=\""
                                + name
                                + "\"; filename=\""
                                + fileName
                                + "\"\r\nContent-Type: application/zip\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8);
        byte[] tail = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8);
        byte[] body = new byte[head.length + content.length + tail.length];
        System.arraycopy(head, 0, body, 0, head.length);
        System.arraycopy(content, 0, body, head.length, content.length);
        System.arraycopy(tail, 0, body, head.length + content.length, tail.length);
        return send(
                "POST",
                path,
                "multipart/form-data; boundary=" + boundary,
                BodyPublishers.ofByteArray(body));
    }

    private Answer send(String method, String path, @Nullable String type, BodyPublisher body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(Duration.ofSeconds(60))
                        .method(method, body);
        credentials.forEach(request::header);
        if (type != null) {
            request.header("Content-Type", type);
        }
        if (!method.equals("GET")) {
            request.header("Idempotency-Key", UUID.randomUUID().toString());
        }
        try {
            HttpResponse<byte[]> response =
                    http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            JsonNode json =
                    response.body().length == 0
                            ? MissingNode.getInstance()
                            : JSON.readTree(response.body());
            return new Answer(response.statusCode(), response.headers(), json);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    method + " " + base.resolve(path) + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
