/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.util.List;
import java.util.Map;

/**
 * How a runner introduces itself.
 *
 * @param memoryMb that the memory limits of its jobs may add up to
 * @param isolation namespaces or gvisor
 * @param selfTest what it has tried in its jail, with the outcomes
 */
public record Registration(
        String name,
        String version,
        int slots,
        int memoryMb,
        String isolation,
        Map<String, Object> selfTest,
        List<OfferedLanguage> languages) {

    public Registration {
        selfTest = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(selfTest));
        languages = List.copyOf(languages);
    }

    /** A language that this runner has, in the version that it has. */
    public record OfferedLanguage(
            String id,
            String name,
            String version,
            String extension,
            String editorMode,
            String sourceFile) {}
}
