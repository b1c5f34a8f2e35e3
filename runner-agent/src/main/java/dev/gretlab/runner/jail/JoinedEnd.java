/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

/**
 * How two joined programs ended.
 *
 * @param secondFirst whether the second ended before the first, or at least before it could know of
 *     the first's end
 */
public record JoinedEnd(Ended first, Ended second, boolean secondFirst) {

    static JoinedEnd of(Frame frame) throws JailBroken {
        return new JoinedEnd(Ended.of(frame), Ended.of(frame.nested('2')), frame.number('y') == 2);
    }
}
