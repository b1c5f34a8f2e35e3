/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.cache.TimedCache;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Places in the queue from one look a second, taken only while somebody waits. */
@Component
class QueuePositions {

    private static final int SEEN = 10_000;
    private static final String ALL = "all";

    private final JobStore jobs;
    private final TimedCache<String, Map<UUID, Integer>> snapshot =
            new TimedCache<>(Duration.ofSeconds(1), 1);

    QueuePositions(JobStore jobs) {
        this.jobs = jobs;
    }

    /**
     * 1 is next. A job that the last look did not see has just come, and stands at the end of it.
     */
    Mono<Integer> of(UUID id) {
        return snapshot.get(ALL, key -> jobs.queueOrder(SEEN).map(QueuePositions::numbered))
                .map(places -> places.getOrDefault(id, places.size() + 1));
    }

    private static Map<UUID, Integer> numbered(List<UUID> order) {
        Map<UUID, Integer> places = HashMap.newHashMap(order.size());
        for (UUID id : order) {
            places.put(id, places.size() + 1);
        }
        return places;
    }
}
