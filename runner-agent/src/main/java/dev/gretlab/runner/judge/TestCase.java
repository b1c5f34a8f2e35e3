/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.List;

/**
 * One test of a problem.
 *
 * @param number its place in the order of judging, from 1
 * @param group sample, secret or a folder below
 * @param visible whether students may see what their program printed here
 * @param inputHash SHA-256 of the input file, in hex
 * @param answerHash the same of the answer
 * @param validatorArgs for the validator, at this test alone
 */
public record TestCase(
        int number,
        String group,
        boolean visible,
        String inputHash,
        String answerHash,
        List<String> validatorArgs) {

    public TestCase {
        validatorArgs = List.copyOf(validatorArgs);
    }
}
