/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Personal tokens for tools. */
@NullMarked
package dev.gretlab.api.token;

import org.jspecify.annotations.NullMarked;
