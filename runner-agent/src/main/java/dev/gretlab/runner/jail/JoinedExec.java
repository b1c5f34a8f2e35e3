/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

/**
 * Two programs that talk to each other: what one prints is the other's standard input.
 *
 * @param first the program under test
 * @param second the one that it talks to, of another box; neither reads a file or keeps its output
 * @param letGo the exit code of the second after which the first may go on to its own end; after
 *     any other end it is stopped
 */
public record JoinedExec(Exec first, Exec second, int letGo) {

    Frame frame() {
        return first.frame().nested('2', second.frame()).number('u', letGo);
    }
}
