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

    /** An import of a large package takes long. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);

    private final HttpClient http;
    private final URI base;
    private final Map<String, String> credentials;
    private final Duration patience;

    private LabClient(
            HttpClient http, URI base, Map<String, String> credentials, Duration patience) {
        this.http = http;
        this.base = base;
        this.credentials = credentials;
        this.patience = patience;
    }

    /** Someone who is not signed in. A lab on this machine may have any certificate. */
    public static LabClient anonymous(String url) {
        URI base = URI.create(url);
        HttpClient.Builder http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(5));
        if ("https".equals(base.getScheme()) && ThisMachine.serves(base)) {
            http.sslContext(ThisMachine.anyCertificate());
        }
        return new LabClient(http.build(), base, Map.of(), LONGEST_ANSWER);
    }

    /** The same lab as the person whose token this is. */
    public LabClient withToken(String token) {
        return new LabClient(http, base, Map.of("Authorization", "Bearer " + token), patience);
    }

    /** The same person, who takes what has no answer after so long as broken. Streams are not. */
    public LabClient withPatience(Duration longest) {
        return new LabClient(http, base, credentials, longest);
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
        LabClient signedIn = new LabClient(http, base, Map.of("Cookie", cookie), patience);
        String csrf =
                signedIn.get("/api/v1/session").expect(200).body().path("csrfToken").asString();
        return new LabClient(http, base, Map.of("Cookie", cookie, "X-CSRF-Token", csrf), patience);
    }

    public Answer get(String path) {
        return send("GET", path, null, BodyPublishers.noBody());
    }

    public Answer delete(String path) {
        return send("DELETE", path, null, BodyPublishers.noBody());
    }

    /** Sends JSON; the body is anything that Jackson can write. */
    public Answer post(String path, Object body) {
        return post(path, body, UUID.randomUUID().toString());
    }

    /** The same with a key of the caller's, who may so send the same write again. */
    public Answer post(String path, Object body, String idempotencyKey) {
        return send(
                "POST",
                path,
                "application/json",
                BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)),
                idempotencyKey);
    }

    /** Opens a stream of events. */
    public EventStream events(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).header("Accept", "text/event-stream");
        credentials.forEach(request::header);
        return new EventStream(handler -> http.sendAsync(request.build(), handler));
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
        return send(method, path, type, body, UUID.randomUUID().toString());
    }

    private Answer send(
            String method,
            String path,
            @Nullable String type,
            BodyPublisher body,
            String idempotencyKey) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(patience).method(method, body);
        credentials.forEach(request::header);
        if (type != null) {
            request.header("Content-Type", type);
        }
        if (!method.equals("GET")) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        try {
            HttpResponse<byte[]> response =
                    http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers(), json(response));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    method + " " + base.resolve(path) + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A gateway's own answers are pages, not JSON. */
    private static JsonNode json(HttpResponse<byte[]> response) {
        boolean json =
                response.headers()
                        .firstValue("Content-Type")
                        .map(type -> type.contains("json"))
                        .orElse(false);
        return json && response.body().length > 0
                ? JSON.readTree(response.body())
                : MissingNode.getInstance();
    }
}
