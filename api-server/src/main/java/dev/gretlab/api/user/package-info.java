/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** People: rosters, and the first admin. */
@NullMarked
package dev.gretlab.api.user;

import org.jspecify.annotations.NullMarked;
