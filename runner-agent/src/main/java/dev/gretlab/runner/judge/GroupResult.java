/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import org.jspecify.annotations.Nullable;

/**
 * What became of a group of tests.
 *
 * @param verdict null when it was not run
 * @param score null when the group gives no points
 */
public record GroupResult(String name, @Nullable Verdict verdict, @Nullable Points score) {}
