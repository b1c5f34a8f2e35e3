/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What machines ask of the process, and how it goes away. */
@NullMarked
package dev.gretlab.api.health;

import org.jspecify.annotations.NullMarked;
