/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What the environment tells the process. */
@NullMarked
package dev.gretlab.api.config;

import org.jspecify.annotations.NullMarked;
