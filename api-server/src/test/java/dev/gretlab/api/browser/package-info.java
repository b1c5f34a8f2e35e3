/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The page in a real Chromium, against a lab that is up: the folder of that lab is in the system
 * property {@code gretlab.lab}. Each class signs in as a student of its own, so that the limits of
 * one student never meet the work of two classes.
 */
@NullMarked
package dev.gretlab.api.browser;

import org.jspecify.annotations.NullMarked;
