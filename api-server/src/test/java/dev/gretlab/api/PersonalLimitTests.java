/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one person may have at once beside jobs. */
@Tag("api")
class PersonalLimitTests {

    private final Lab lab = Lab.shared();
    private final Lab.Person student = lab.student();

    @Test
    void ofTenTokensMadeAtOnceOnlyTheFiftiethIsMade() throws Exception {
        // one is there already
        lab.update(
                "insert into tokens (id, user_id, name, secret_hash) select gen_random_uuid(), ?, 'old', sha256(gen_random_uuid()::text::bytea) from generate_series(1, 48)",
                student.id());
        List<Http> answers = new ArrayList<>();
        try (ExecutorService ten = Executors.newFixedThreadPool(10)) {
            List<Callable<Http>> calls =
                    java.util.Collections.nCopies(
                            10,
                            () ->
                                    Http.send(
                                            student.client(),
                                            "POST",
                                            "/api/v1/tokens",
                                            Map.of("name", "new")));
            for (Future<Http> answer : ten.invokeAll(calls)) {
                answers.add(answer.get());
            }
        }
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .hasSize(9)
                .allSatisfy(answer -> {
                    assertThat(answer.problem()).isEqualTo("too-many-tokens");
                    assertThat(answer.text("detail")).contains("50").contains("Revoke");
                });
        assertThat(lab.count("select count(*) from tokens where user_id = ?", student.id()))
                .isEqualTo(50);
    }

    @Test
    void aPersonWatchesTwentyProgramsAtMost() throws Exception {
        String id =
                Http.send(
                                student.client(),
                                "POST",
                                "/api/v1/runs",
                                Map.of("language", "python", "source", "x"))
                        .text("id");
        List<HttpResponse<InputStream>> streams = new ArrayList<>();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (int i = 0; i < 20; i++) {
                HttpResponse<InputStream> stream = watch(client, student, id);
                assertThat(stream.statusCode()).isEqualTo(200);
                assertThat(stream.body().read()).isPositive();
                streams.add(stream);
            }
            Http refused = Http.send(student.client(), "GET", "/api/v1/runs/" + id + "/events");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-streams");
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            // nobody else is touched
            Lab.Person other = lab.admin();
            HttpResponse<InputStream> others = watch(client, other, id);
            assertThat(others.statusCode()).isEqualTo(200);
            others.body().close();

            streams.getFirst().body().close();
            await().until(() -> {
                HttpResponse<InputStream> again = watch(client, student, id);
                again.body().close();
                return again.statusCode() == 200;
            });
            for (HttpResponse<InputStream> stream : streams) {
                stream.body().close();
            }
        }
        Http.send(student.client(), "DELETE", "/api/v1/runs/" + id);
    }

    private static HttpResponse<InputStream> watch(HttpClient client, Lab.Person person, String id)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(
                                URI.create(person.lab().url() + "/api/v1/runs/" + id + "/events"))
                        .header("Authorization", "Bearer " + person.token())
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }
}
