/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The programming languages on offer. */
@NullMarked
package dev.gretlab.api.language;

import org.jspecify.annotations.NullMarked;
