/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How fast jails start, beside other ways to run a program apart. */
@NullMarked
package dev.gretlab.chaos.jail;

import org.jspecify.annotations.NullMarked;
