/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

/**
 * What is done with a source before its first run, under limits of its own.
 *
 * @param addressSpace whether each process may map no more than twice the memory
 */
public record CompileStep(
        Command command,
        int cpuMs,
        int wallMs,
        int memoryMb,
        boolean addressSpace,
        int processes,
        int outputKb,
        int fileMb) {}
