/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a group of tests, as the problem's package says it.
 *
 * @param name as the tests name it
 * @param parent the group that this one lies in; null for the whole problem
 * @param breaks whether the first part that is rejected ends the judging of this group
 * @param verdict how the verdicts of its parts make its own
 * @param acceptedIfAny one accepted part is enough
 * @param ignoresSample the verdict and the score are those of its last part alone
 * @param score how the scores of its parts make its own
 * @param scoredIfRejected whether the score stands although the group was rejected
 * @param accepted points of an accepted test; in {@link Score#ALL} those of the whole group
 * @param rejected points of a rejected test
 * @param scoreFiles what the validator may say about the points of a test
 * @param lowest the score may not be below; null for no bound
 * @param highest the score may not be above; null for no bound
 * @param requires groups that must be accepted, else this one is not run
 */
public record GroupRule(
        String name,
        @Nullable String parent,
        boolean breaks,
        Mode verdict,
        boolean acceptedIfAny,
        boolean ignoresSample,
        Score score,
        boolean scoredIfRejected,
        Points accepted,
        Points rejected,
        ScoreFiles scoreFiles,
        @Nullable Points lowest,
        @Nullable Points highest,
        List<String> requires) {

    /** How verdicts are put together when not all parts are accepted. */
    public enum Mode {
        WORST_ERROR,
        FIRST_ERROR,
        ALWAYS_ACCEPT
    }

    /** How scores are put together. */
    public enum Score {
        /** It gives no points. */
        NONE,
        /** Its points if it is accepted, else zero; its tests have no scores. */
        ALL,
        SUM,
        AVG,
        MIN,
        MAX
    }

    /** What a validator may write about the points of a test. */
    public enum ScoreFiles {
        /** Whatever it writes is not looked at. */
        IGNORED,
        /** Any number instead of the test's points. */
        FREE,
        /** Nothing: the points are the group's. */
        FORBIDDEN,
        /** Points from zero up to those of the test, or a share of them from 0 to 1. */
        BOUNDED,
        /** Points from zero on, for every test that it accepts. */
        REQUIRED
    }

    public GroupRule {
        requires = List.copyOf(requires);
    }
}
