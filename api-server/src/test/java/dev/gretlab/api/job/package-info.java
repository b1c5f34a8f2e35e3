/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tests of what is decided about jobs without a server. */
@NullMarked
package dev.gretlab.api.job;

import org.jspecify.annotations.NullMarked;
