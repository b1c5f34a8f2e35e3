/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Programs with the verdict that each must get, run through the public API. */
@NullMarked
package dev.gretlab.chaos.cases;

import org.jspecify.annotations.NullMarked;
