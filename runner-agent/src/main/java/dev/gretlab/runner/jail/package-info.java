/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Speaks to the jail, one server process for each slot. */
@NullMarked
package dev.gretlab.runner.jail;

import org.jspecify.annotations.NullMarked;
