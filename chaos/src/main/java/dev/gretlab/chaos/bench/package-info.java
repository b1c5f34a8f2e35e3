/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Measures parts of the system on a database of their own. */
@NullMarked
package dev.gretlab.chaos.bench;

import org.jspecify.annotations.NullMarked;
