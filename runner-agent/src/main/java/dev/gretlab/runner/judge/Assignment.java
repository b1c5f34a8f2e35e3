/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

/**
 * A program and what to do with it: all of a job that its verdict depends on.
 *
 * @param student the same for programs of the same person, and says nothing else
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Assignment(long student, String language, byte[] source, Limits limits, Work work) {}
