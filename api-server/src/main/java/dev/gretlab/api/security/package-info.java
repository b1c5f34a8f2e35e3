/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What stands before every endpoint: recognition, CSRF, headers, sizes. */
@NullMarked
package dev.gretlab.api.security;

import org.jspecify.annotations.NullMarked;
