/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The runner: claims jobs, judges them in the jail, reports verdicts. */
@NullMarked
package dev.gretlab.runner;

import org.jspecify.annotations.NullMarked;
