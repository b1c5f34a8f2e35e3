/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.ByteArrayOutputStream;

/** Keeps the beginning of what a program printed, up to a limit. */
public final class KeptBytes implements PieceSink {

    private final int limit;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long seen;

    public KeptBytes(int limit) {
        this.limit = limit;
    }

    @Override
    public void accept(byte[] piece) {
        seen += piece.length;
        kept.write(piece, 0, Math.min(piece.length, limit - kept.size()));
    }

    public byte[] bytes() {
        return kept.toByteArray();
    }

    /** Whether the program printed more than is kept, given how much it printed in all. */
    public boolean truncated(long printed) {
        return Math.max(seen, printed) > kept.size();
    }
}
