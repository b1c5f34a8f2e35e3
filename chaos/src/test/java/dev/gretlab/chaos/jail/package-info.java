/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
@NullMarked
package dev.gretlab.chaos.jail;

import org.jspecify.annotations.NullMarked;
