/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * From a Gretlab to the Kubernetes objects that it wants. Pure: it reads no cluster, no clock and
 * no environment, so that what a resource turns into is tested without one.
 */
@NullMarked
package dev.gretlab.operator.model;

import org.jspecify.annotations.NullMarked;
