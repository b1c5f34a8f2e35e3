/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package dev.gretlab.runner.judge;

import org.jspecify.annotations.NullMarked;
