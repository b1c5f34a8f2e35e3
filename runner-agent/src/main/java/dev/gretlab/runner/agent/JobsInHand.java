/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** All jobs that this runner holds, by token. */
final class JobsInHand {

    private final Map<UUID, JobInHand> byToken = new ConcurrentHashMap<>();
    // ended here, leased there: claiming them again would end the same way
    private final Set<UUID> untold = ConcurrentHashMap.newKeySet();

    void add(JobInHand job) {
        byToken.put(job.job().token(), job);
    }

    void remove(JobInHand job) {
        if (job.isUntold()) {
            untold.add(job.job().token());
        }
        byToken.remove(job.job().token());
    }

    Collection<JobInHand> all() {
        return List.copyOf(byToken.values());
    }

    /** The tokens of all that is not to be claimed again. */
    Collection<UUID> tokens() {
        Set<UUID> tokens = new HashSet<>(untold);
        tokens.addAll(byToken.keySet());
        return tokens;
    }

    int count() {
        return byToken.size();
    }

    /** What their memory limits add up to, in MiB. */
    int memoryMb() {
        return byToken.values().stream().mapToInt(job -> job.job().limits().memoryMb()).sum();
    }
}
