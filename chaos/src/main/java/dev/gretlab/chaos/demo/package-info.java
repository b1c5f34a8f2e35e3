/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Fills a fresh lab with a class and problems to try it with. */
@NullMarked
package dev.gretlab.chaos.demo;

import org.jspecify.annotations.NullMarked;
