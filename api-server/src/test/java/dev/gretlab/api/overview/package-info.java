/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package dev.gretlab.api.overview;

import org.jspecify.annotations.NullMarked;
