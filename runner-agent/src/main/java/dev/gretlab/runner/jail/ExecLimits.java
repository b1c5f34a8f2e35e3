/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

/**
 * What a program may use.
 *
 * @param cpuMicros CPU time of all its processes, at which it is stopped
 * @param wallMicros time on the clock, likewise
 * @param memory bytes that all its processes and its tmpfs hold together
 * @param addressSpace bytes that each process may map; 0 for as many as it likes
 * @param processes processes and threads at once
 * @param output bytes of standard output, and of standard error
 * @param fileSize bytes of each file that it writes
 * @param scratch bytes of /tmp, /work and /dev/shm together
 * @param stack bytes of the main thread's stack
 */
public record ExecLimits(
        long cpuMicros,
        long wallMicros,
        long memory,
        long addressSpace,
        long processes,
        long output,
        long fileSize,
        long scratch,
        long stack) {}
