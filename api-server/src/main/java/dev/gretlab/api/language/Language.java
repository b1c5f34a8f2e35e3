/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.language;

/** A language that some runner has offered. */
public record Language(
        String id,
        String name,
        String version,
        String extension,
        String editorMode,
        String sourceFile) {}
