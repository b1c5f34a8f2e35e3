/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.judge.Judge;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.Languages;
import java.util.List;
import java.util.OptionalInt;

/**
 * How many jobs this runner takes at once.
 *
 * @param slots jobs at once
 * @param memoryMb that the memory limits of those jobs may add up to
 */
record Capacity(int slots, int memoryMb) {

    private static final int MOST_SLOTS = 8;
    private static final int USUAL_JOB_MB = 256;
    private static final int LEAST_JOB_MB = 64;
    private static final int AGENT_MB = 384;

    /**
     * Chooses by cores and memory. What a job needs beyond its own limit (compiling, its run time,
     * its files) is set aside for every slot, so that claims need only count the limits.
     *
     * @param machineMb memory of the machine or container
     */
    static Capacity of(
            OptionalInt wantedSlots,
            OptionalInt wantedMemoryMb,
            int cores,
            long machineMb,
            Languages languages)
            throws SettingsException {
        int beyond =
                Judge.WORKSPACE_MB
                        + languages.all().stream()
                                .mapToInt(Language::memoryBeyondLimitMb)
                                .max()
                                .orElse(0);
        int total = wantedMemoryMb.orElse(Math.clamp(machineMb - AGENT_MB, 0, 1 << 30));
        int slots =
                wantedSlots.orElse(
                        Math.clamp(
                                total / (USUAL_JOB_MB + beyond), 1, Math.min(cores, MOST_SLOTS)));
        int forJobs = total - slots * beyond;
        if (forJobs < slots * LEAST_JOB_MB) {
            throw new SettingsException(
                    List.of(
                            slots
                                    + " slots need at least "
                                    + slots * (beyond + LEAST_JOB_MB)
                                    + " MiB of memory, there are "
                                    + total
                                    + ": give the runner more memory (GRETLAB_MEMORY_MB) or fewer"
                                    + " slots (GRETLAB_SLOTS)."));
        }
        return new Capacity(slots, forJobs);
    }
}
