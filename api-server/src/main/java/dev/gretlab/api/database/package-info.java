/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The way to PostgreSQL: a pool for statements, and one direct session for notifications. */
@NullMarked
package dev.gretlab.api.database;

import org.jspecify.annotations.NullMarked;
