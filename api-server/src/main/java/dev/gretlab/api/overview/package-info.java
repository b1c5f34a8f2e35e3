/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How the lab is doing: figures for staff and for machines. */
@NullMarked
package dev.gretlab.api.overview;

import org.jspecify.annotations.NullMarked;
