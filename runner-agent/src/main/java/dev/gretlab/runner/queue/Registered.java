/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import java.time.Duration;
import java.util.UUID;

/**
 * A runner that the database knows.
 *
 * @param ahead by how much the database's clock is ahead of ours
 */
public record Registered(UUID runnerId, Paces paces, Duration ahead) {}
