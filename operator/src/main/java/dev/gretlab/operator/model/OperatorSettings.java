/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import org.jspecify.annotations.Nullable;

/**
 * What the operator was told for all labs.
 *
 * @param registry what stands before the name of each image, without a slash at its end
 * @param namespace where the operator itself runs; null outside of the cluster
 */
public record OperatorSettings(String registry, @Nullable String namespace) {}
