/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Tests of limits. */
@NullMarked
package dev.gretlab.api.setting;

import org.jspecify.annotations.NullMarked;
