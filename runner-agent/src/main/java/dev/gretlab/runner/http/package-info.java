/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Health, readiness and metrics for machines. */
@NullMarked
package dev.gretlab.runner.http;

import org.jspecify.annotations.NullMarked;
