/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Brings the cluster to what the model wants and tells how far it is. */
@NullMarked
package dev.gretlab.operator;

import org.jspecify.annotations.NullMarked;
