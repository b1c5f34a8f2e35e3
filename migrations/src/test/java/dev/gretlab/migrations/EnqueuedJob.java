/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.util.UUID;

/** The answer to an enqueue. */
record EnqueuedJob(UUID id, boolean replayed, long before) {}
