/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

/** What one start of the program may use: milliseconds, MiB and KiB. */
public record Limits(int cpuMs, int wallMs, int memoryMb, int outputKb) {}
