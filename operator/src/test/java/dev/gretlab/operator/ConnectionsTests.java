/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.CompleteResource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ConnectionsTests {

    private static final String LAB =
            """
            version: 0.1.0
            host: lab.example.org
            tls: {secretName: lab-tls}
            database: {server: {host: db.example.org, ownerSecretName: owner}}
            pgbouncer: {replicas: 2, poolSize: 20}
            api: {min: 2, max: 5}
            runners: {min: 1, max: 25}
            """;

    private static Optional<String> tooFew(Heard heard) throws IOException {
        return Connections.tooFew(CompleteResource.of(LAB).getSpec(), heard);
    }

    private static Heard told(int limit) {
        return new Heard.Told(new LabState(List.of(), List.of(), limit));
    }

    @Test
    void aDatabaseThatTakesAllIsNoTrouble() throws IOException {
        assertThat(tooFew(told(97))).isEmpty();
    }

    @Test
    void oneThatDoesNotIsNamedWithWhatNeedsThem() throws IOException {
        assertThat(tooFew(told(96)))
                .hasValue(
                        "At its full size the lab opens 97 connections to the database (40 of PgBouncer, 50 of runners, 5 of the API, 2 of KEDA), which takes 96: raise max_connections of the database, or lower pgbouncer.poolSize or runners.max.");
    }

    @Test
    void nothingIsSaidOfWhatIsNotKnown() throws IOException {
        assertThat(tooFew(told(LabState.UNKNOWN_LIMIT))).isEmpty();
        assertThat(tooFew(new Heard.NotYet())).isEmpty();
        assertThat(tooFew(new Heard.Silent("ApiSilent", "it is silent"))).isEmpty();
    }
}
