/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

/**
 * What the operator was told for all labs.
 *
 * @param registry what stands before the name of each image, without a slash at its end
 */
public record OperatorSettings(String registry) {}
