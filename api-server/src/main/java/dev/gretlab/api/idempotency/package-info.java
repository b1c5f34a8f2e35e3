/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A write sent twice is done once. */
@NullMarked
package dev.gretlab.api.idempotency;

import org.jspecify.annotations.NullMarked;
