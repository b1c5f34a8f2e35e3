/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package dev.gretlab.runner.queue;

import org.jspecify.annotations.NullMarked;
