/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Builds and upgrades the database; run as a job before a new version starts. */
@NullMarked
package dev.gretlab.migrations;

import org.jspecify.annotations.NullMarked;
