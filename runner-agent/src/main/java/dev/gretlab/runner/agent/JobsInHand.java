/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** All jobs that this runner holds, by token. */
final class JobsInHand {

    private final Map<UUID, JobInHand> byToken = new ConcurrentHashMap<>();

    void add(JobInHand job) {
        byToken.put(job.job().token(), job);
    }

    void remove(JobInHand job) {
        byToken.remove(job.job().token());
    }

    Collection<JobInHand> all() {
        return List.copyOf(byToken.values());
    }

    /** Their tokens. */
    Collection<UUID> tokens() {
        return List.copyOf(byToken.keySet());
    }

    int count() {
        return byToken.size();
    }

    /** What their memory limits add up to, in MiB. */
    int memoryMb() {
        return byToken.values().stream().mapToInt(job -> job.job().limits().memoryMb()).sum();
    }
}
