/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

/** Limits of a run of the validator: CPU time in milliseconds, memory in MiB. */
record ValidatorLimits(int cpuMs, int memoryMb) {}
