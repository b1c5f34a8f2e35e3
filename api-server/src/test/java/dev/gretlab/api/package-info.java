/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tests of the API over HTTP, on a real PostgreSQL. */
@NullMarked
package dev.gretlab.api;

import org.jspecify.annotations.NullMarked;
