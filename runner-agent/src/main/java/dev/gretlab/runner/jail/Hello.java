/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

/**
 * What a jail server says of itself.
 *
 * @param version of the jail
 * @param uid that programs run as, seen from outside
 * @param isolation namespaces or gvisor
 * @param startMicros measured start of a trivial program
 */
public record Hello(String version, long uid, String isolation, long startMicros) {

    private static final long PROTOCOL = 1;

    static Hello of(Frame frame) throws JailBroken {
        if (frame.type() != 'H') {
            throw new JailBroken("the jail server began with frame " + frame.type());
        }
        if (frame.number('p') != PROTOCOL) {
            throw new JailBroken(
                    "the jail speaks protocol "
                            + frame.number('p')
                            + ", this runner "
                            + PROTOCOL
                            + ": install the two of the same version");
        }
        return new Hello(frame.text('v'), frame.number('u'), frame.text('i'), frame.number('r'));
    }
}
