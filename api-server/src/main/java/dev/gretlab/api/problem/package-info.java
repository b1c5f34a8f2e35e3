/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Problems as people read them. */
@NullMarked
package dev.gretlab.api.problem;

import org.jspecify.annotations.NullMarked;
