/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Many clients of the pooler at once. */
@NullMarked
package dev.gretlab.chaos.pooler;

import org.jspecify.annotations.NullMarked;
