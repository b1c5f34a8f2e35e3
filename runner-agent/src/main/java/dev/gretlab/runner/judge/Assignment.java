/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

/** A program and what to do with it: all of a job that its verdict depends on. */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Assignment(String language, byte[] source, Limits limits, Work work) {}
