/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Turns what happened to a program into a verdict. */
@NullMarked
package dev.gretlab.runner.judge;

import org.jspecify.annotations.NullMarked;
