/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import java.util.Set;

/**
 * How a program is started on an input.
 *
 * @param addressSpace whether each process may map no more than twice the memory
 * @param processes processes and threads at once
 * @param cpuMultiplier by which the CPU limit of a problem grows
 * @param memoryExtraMb what the run time needs on top of the memory limit
 * @param outOfMemoryExitCodes exit codes, and 128 + signal for signals, of a run time that gives up
 *     for lack of memory
 */
public record RunStep(
        Command command,
        boolean addressSpace,
        int processes,
        double cpuMultiplier,
        int memoryExtraMb,
        Set<Integer> outOfMemoryExitCodes) {

    public RunStep {
        outOfMemoryExitCodes = Set.copyOf(outOfMemoryExitCodes);
    }
}
