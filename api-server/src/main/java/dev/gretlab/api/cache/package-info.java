/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Answers that may be a few seconds old. */
@NullMarked
package dev.gretlab.api.cache;

import org.jspecify.annotations.NullMarked;
