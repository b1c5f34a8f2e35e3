/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

/**
 * One press of Run or Submit that is to come.
 *
 * @param atNanos when, from the beginning
 * @param student whose, from 0
 */
record Press(long atNanos, int student, Task task) {}
