/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

/**
 * What this site can give to a problem, and how big a package may be. What a package asks for
 * beyond it is refused and never lowered: a problem judged under other limits is another problem.
 *
 * @param highestCpuMs highest CPU time of a test, in milliseconds
 * @param highestMemoryMb highest memory of a program, in MiB
 * @param highestOutputKb highest output of a program, in KiB
 * @param defaultCpuMs CPU time when the package names none
 * @param defaultMemoryMb memory when the package names none
 * @param defaultOutputKb output when the package names none
 * @param maxPackageBytes size of the zip
 * @param maxUnpackedBytes size of all its files together, unpacked
 * @param maxFiles number of files and folders in it
 */
public record SiteLimits(
        int highestCpuMs,
        int highestMemoryMb,
        int highestOutputKb,
        int defaultCpuMs,
        int defaultMemoryMb,
        int defaultOutputKb,
        long maxPackageBytes,
        long maxUnpackedBytes,
        int maxFiles) {}
