/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tests of the cache. */
@NullMarked
package dev.gretlab.api.cache;

import org.jspecify.annotations.NullMarked;
