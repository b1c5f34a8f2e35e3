/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A class of students that presses Run and Submit at times drawn beforehand. */
@NullMarked
package dev.gretlab.chaos.load;

import org.jspecify.annotations.NullMarked;
