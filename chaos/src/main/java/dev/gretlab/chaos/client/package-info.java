/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Talks to a lab through its public API, as a student or staff member would. */
@NullMarked
package dev.gretlab.chaos.client;

import org.jspecify.annotations.NullMarked;
