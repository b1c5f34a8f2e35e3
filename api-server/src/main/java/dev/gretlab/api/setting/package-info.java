/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Numbers that a site may choose. */
@NullMarked
package dev.gretlab.api.setting;

import org.jspecify.annotations.NullMarked;
