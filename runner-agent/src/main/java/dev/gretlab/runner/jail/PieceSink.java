/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

/** Takes what a program printed, piece by piece and in order. */
@FunctionalInterface
public interface PieceSink {

    /** The sink does not keep the array's content for later: it may be reused. */
    void accept(byte[] piece);

    /** For what nobody reads. */
    static PieceSink none() {
        return piece -> {};
    }
}
