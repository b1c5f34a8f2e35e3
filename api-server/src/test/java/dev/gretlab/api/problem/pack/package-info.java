/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package dev.gretlab.api.problem.pack;

import org.jspecify.annotations.NullMarked;
