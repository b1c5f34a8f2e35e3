/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Problem packages: reading them without trust, and storing what was read. */
@NullMarked
package dev.gretlab.api.problem.pack;

import org.jspecify.annotations.NullMarked;
