/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many labs in one cluster. */
@Tag("operator")
class ManyLabsTests {

    @Test
    void fiftyLabsInFiftyNamespacesAreReady() throws IOException {
        try (TestCluster cluster = TestCluster.start()) {
            List<String> namespaces =
                    IntStream.range(0, 50).mapToObj(i -> cluster.namespace()).toList();
            // Alone on two cores it takes less than a minute, and says how long; the bound is for a
            // machine that does
            // other things.
            long begun = System.nanoTime();
            namespaces.forEach(namespace -> cluster.apply(namespace, TestCluster.smallest()));
            for (String namespace : namespaces) {
                Await.until(
                        namespace,
                        Duration.ofMinutes(4).minusNanos(System.nanoTime() - begun),
                        () -> cluster.condition(namespace, "Ready").equals("True Ready"),
                        () -> cluster.condition(namespace, "Ready"));
            }
            System.out.printf("50 labs ready in %d ms%n", (System.nanoTime() - begun) / 1_000_000);
            // and each is whole
            Map<String, String> first = cluster.versions(namespaces.getFirst());
            for (String namespace : namespaces) {
                assertThat(cluster.names(namespace)).hasSameSizeAs(first.keySet());
            }
        }
    }
}
