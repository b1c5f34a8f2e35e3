/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The page in the browser: its files, and the description of the API. */
@NullMarked
package dev.gretlab.api.page;

import org.jspecify.annotations.NullMarked;
