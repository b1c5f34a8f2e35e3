/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Slots, claims, leases, and how a runner starts and ends. */
@NullMarked
package dev.gretlab.runner.agent;

import org.jspecify.annotations.NullMarked;
