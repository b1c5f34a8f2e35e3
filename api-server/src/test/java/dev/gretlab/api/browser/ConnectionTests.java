/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a browser uses a connection: the next request comes the moment the last answer is there. */
@Tag("browser")
class ConnectionTests {

    private static final Pattern SCRIPT = Pattern.compile("/assets/main-\\w+\\.js");

    @Test
    void filesFollowAnswersOfTheApiOnTheSameConnection() throws IOException, InterruptedException {
        try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            var page = client.send(request("/signin"), BodyHandlers.ofString()).body();
            var script = SCRIPT.matcher(page);
            assertThat(script.find()).isTrue();
            var file = request(script.group());
            for (var i = 0; i < 300; i++) {
                // a server that forgets to read on is noticed by the timeout
                assertThat(status(client, request("/api/v1/session"))).isEqualTo(401);
                assertThat(status(client, file)).isEqualTo(200);
            }
        }
    }

    private static int status(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(LAB.url() + path))
                .timeout(Duration.ofSeconds(20))
                .build();
    }
}
