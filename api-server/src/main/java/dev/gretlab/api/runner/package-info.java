/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Runners as staff see them, and what they judged withdrawn. */
@NullMarked
package dev.gretlab.api.runner;

import org.jspecify.annotations.NullMarked;
