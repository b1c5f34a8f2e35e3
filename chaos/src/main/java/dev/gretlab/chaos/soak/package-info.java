/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What long trials of the sandbox need beside the cases. */
@NullMarked
package dev.gretlab.chaos.soak;

import org.jspecify.annotations.NullMarked;
