/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

/** What came of asking a lab's API for its state. */
sealed interface Heard {

    /** It told. */
    record Told(LabState state) implements Heard {}

    /**
     * It did not.
     *
     * @param reason one word for machines
     * @param cause for people; never a word of the answer, which may be anybody's
     */
    record Silent(String reason, String cause) implements Heard {}

    /** It was asked just now for the first time. */
    record NotYet() implements Heard {}
}
