/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

/**
 * How a part of a lab is.
 *
 * @param reason one word for machines
 * @param message a sentence for people: the cause, and what to do
 */
record PartState(Verdict verdict, String reason, String message) {

    /** Is it as it should be? */
    enum Verdict {
        YES,
        /** Not yet; it needs time. */
        COMING,
        /** Not, and time alone does not help. */
        STUCK,
        /** Nobody has told yet. */
        UNKNOWN
    }

    static PartState yes(String reason, String message) {
        return new PartState(Verdict.YES, reason, message);
    }

    static PartState coming(String reason, String message) {
        return new PartState(Verdict.COMING, reason, message);
    }

    static PartState stuck(String reason, String message) {
        return new PartState(Verdict.STUCK, reason, message);
    }

    static PartState unknown(String reason, String message) {
        return new PartState(Verdict.UNKNOWN, reason, message);
    }

    boolean good() {
        return verdict == Verdict.YES;
    }

    /** As conditions write it. */
    String status() {
        return switch (verdict) {
            case YES -> "True";
            case COMING, STUCK -> "False";
            case UNKNOWN -> "Unknown";
        };
    }
}
