/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Every error answer of the server, as problem details. */
@NullMarked
package dev.gretlab.api.error;

import org.jspecify.annotations.NullMarked;
