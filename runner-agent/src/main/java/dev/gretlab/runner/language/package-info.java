/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The languages that a runner can offer: data read from a file, nothing else. */
@NullMarked
package dev.gretlab.runner.language;

import org.jspecify.annotations.NullMarked;
