/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

/** Told how far a job is. */
@FunctionalInterface
public interface Progress {

    /** The program is compiled and so many of its tests are done. */
    void testing(int done, int total);
}
