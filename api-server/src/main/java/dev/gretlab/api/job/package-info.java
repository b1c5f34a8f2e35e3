/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Runs and submissions: sent, watched, read, ended. */
@NullMarked
package dev.gretlab.api.job;

import org.jspecify.annotations.NullMarked;
