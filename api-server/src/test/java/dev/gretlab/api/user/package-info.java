/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tests of rosters. */
@NullMarked
package dev.gretlab.api.user;

import org.jspecify.annotations.NullMarked;
