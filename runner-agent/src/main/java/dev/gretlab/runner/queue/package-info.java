/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The queue as a runner sees it: the SQL functions, and the files of tests. */
@NullMarked
package dev.gretlab.runner.queue;

import org.jspecify.annotations.NullMarked;
