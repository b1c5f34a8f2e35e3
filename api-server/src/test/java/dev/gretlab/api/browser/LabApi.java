/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lab's API in the name of one person, for what a test needs and does not look at. */
record LabApi(Person person) {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    JsonNode get(String path) {
        return call(request(path).GET());
    }

    JsonNode post(String path, Object body) {
        return call(request(path).POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    void put(String path, Object body) {
        call(request(path).PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(LAB.url() + "/api/v1" + path))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Bearer " + person.token())
                .header("Content-Type", "application/json");
    }

    private JsonNode call(HttpRequest.Builder builder) {
        var request = builder.build();
        try {
            var answer = CLIENT.send(request, BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new IllegalStateException(
                        "%s for %s of %s: %s"
                                .formatted(
                                        answer.statusCode(),
                                        request.uri().getPath(),
                                        person,
                                        answer.body()));
            }
            return JSON.readTree(answer.body().isEmpty() ? "null" : answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
