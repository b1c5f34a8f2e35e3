/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The Gretlab resource. Its doc comments are what {@code kubectl explain} says, and its defaults,
 * bounds and rules are what the API server holds a resource to: what reaches the operator is
 * complete.
 */
@NullMarked
package dev.gretlab.crd;

import org.jspecify.annotations.NullMarked;
