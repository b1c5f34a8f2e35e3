/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Contests, as far as they are listed and submitted to. */
@NullMarked
package dev.gretlab.api.contest;

import org.jspecify.annotations.NullMarked;
