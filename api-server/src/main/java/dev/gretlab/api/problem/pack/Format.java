/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import org.jspecify.annotations.Nullable;

/** The versions of the package format that are read here, and where they keep things. */
enum Format {
    LEGACY("legacy", "problem_statement", "testdata.yaml"),
    V2025_09("2025-09", "statement", "test_group.yaml");

    /** As a package may name them, for people. */
    static final String ACCEPTED = "legacy, legacy-icpc and 2025-09";

    private final String label;
    private final String statementFolder;
    private final String groupFile;

    Format(String label, String statementFolder, String groupFile) {
        this.label = label;
        this.statementFolder = statementFolder;
        this.groupFile = groupFile;
    }

    String label() {
        return label;
    }

    String statementFolder() {
        return statementFolder;
    }

    String groupFile() {
        return groupFile;
    }

    /**
     * Null for a version that is not read here. A package without a version is as old as the format
     * itself.
     */
    static @Nullable Format of(@Nullable String version) {
        return switch (version) {
            // what legacy-icpc allows, legacy allows too
            case null -> LEGACY;
            case "legacy", "legacy-icpc" -> LEGACY;
            case "2025-09" -> V2025_09;
            default -> null;
        };
    }
}
