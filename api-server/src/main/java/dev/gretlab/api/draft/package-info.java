/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Programs as typed, kept between visits. */
@NullMarked
package dev.gretlab.api.draft;

import org.jspecify.annotations.NullMarked;
