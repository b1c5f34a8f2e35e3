/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The program that students, staff and tools talk to over HTTP. */
@NullMarked
package dev.gretlab.api;

import org.jspecify.annotations.NullMarked;
