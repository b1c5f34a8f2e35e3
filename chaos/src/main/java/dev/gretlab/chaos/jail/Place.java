/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import java.io.IOException;

/** One of several places that run jobs at the same time, each one after the other. */
interface Place extends AutoCloseable {

    /**
     * Runs one job to its end.
     *
     * @return nanoseconds from asking for it to its program's first instruction
     */
    long job() throws IOException, InterruptedException;

    /** Ends it, with all that it started. */
    @Override
    void close();

    /** Opens places of a kind. */
    interface Kind {

        /**
         * Opens one.
         *
         * @param number of the place, from 0
         * @param of how many there are at once
         */
        Place open(int number, int of) throws IOException;
    }
}
