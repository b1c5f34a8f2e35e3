/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Signing in with a password, and the browser's session. */
@NullMarked
package dev.gretlab.api.session;

import org.jspecify.annotations.NullMarked;
