/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Who asks, and what is theirs. */
@NullMarked
package dev.gretlab.api.access;

import org.jspecify.annotations.NullMarked;
