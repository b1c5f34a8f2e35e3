/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.reactive.function.BodyInserters;
import reactor.core.publisher.Flux;

/** Bodies that come in pieces, without a length and without an end that is worth waiting for. */
@Tag("api")
class EndlessBodyTests {

    private static final byte[] PIECE = "x".repeat(1024).getBytes(StandardCharsets.US_ASCII);

    private final Lab lab = Lab.shared();

    @Test
    void aSignInIsShort() {
        assertThat(status(lab.anyone(), "/api/v1/session", 64)).isEqualTo(413);
    }

    @Test
    void aTokensNameIsShort() {
        assertThat(status(lab.student().client(), "/api/v1/tokens", 4 * 1024)).isEqualTo(413);
    }

    @Test
    void aProgramEndsSomewhere() {
        assertThat(status(lab.student().client(), "/api/v1/runs", 16 * 1024)).isEqualTo(413);
    }

    @Test
    void junkInAConditionIsNoCondition() {
        Http answer =
                Http.send(
                        lab.student().client(),
                        "PUT",
                        "/api/v1/drafts/scratch/python",
                        Map.of("source", "x = 1"),
                        Map.of("If-Match", "junk"));
        assertThat(answer.status()).isEqualTo(428);
        assertThat(answer.problem()).isEqualTo("version-required");
    }

    private static int status(WebTestClient client, String path, int pieces) {
        Flux<DataBuffer> body =
                Flux.range(0, pieces).map(i -> DefaultDataBufferFactory.sharedInstance.wrap(PIECE));
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .body(BodyInserters.fromDataBuffers(body))
                .exchange()
                .returnResult(Void.class)
                .getStatus()
                .value();
    }
}
