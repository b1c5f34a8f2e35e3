/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Courses: what people and problems belong to. */
@NullMarked
package dev.gretlab.api.course;

import org.jspecify.annotations.NullMarked;
