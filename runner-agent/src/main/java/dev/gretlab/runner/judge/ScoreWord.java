/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.JailException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a validator wrote about the points of a test.
 *
 * @param score of score.txt; null when there is none
 * @param multiplier of score_multiplier.txt; null when there is none
 */
record ScoreWord(@Nullable String score, @Nullable String multiplier) {

    static final ScoreWord NONE = new ScoreWord(null, null);

    private static final int LONGEST = 200;

    /** Reads the files of this test and removes them, so that the next test begins with none. */
    static ScoreWord read(Cell cell, String feedback) throws JailException {
        return new ScoreWord(
                file(cell, feedback + "/score.txt"),
                file(cell, feedback + "/score_multiplier.txt"));
    }

    private static @Nullable String file(Cell cell, String name) throws JailException {
        byte @Nullable [] content = cell.feedbackIfThere(name, LONGEST + 1);
        if (content == null) {
            return null;
        }
        cell.remove(name);
        String text = new String(content, StandardCharsets.UTF_8);
        // what was cut is no number, though its beginning may be one
        return content.length > LONGEST ? text + "..." : text.strip();
    }

    /**
     * The points of a test.
     *
     * @param accepted whether the test was
     * @throws JudgeFailed when the validator wrote what it may not write here
     */
    @Nullable Points points(GroupRule rule, boolean accepted, int test) throws JudgeFailed {
        return switch (rule.scoreFiles()) {
            case IGNORED -> scoreless(rule) ? null : standard(rule, accepted);
            case FREE -> {
                Points given = number("score.txt", score, test);
                yield given == null ? standard(rule, accepted) : given;
            }
            case FORBIDDEN -> {
                if (score != null || multiplier != null) {
                    throw failed(
                            test,
                            "gives points, but in "
                                    + rule.name()
                                    + " only whole groups have points");
                }
                yield null;
            }
            case BOUNDED, REQUIRED -> ofAccepted(rule, accepted, test);
        };
    }

    private @Nullable Points ofAccepted(GroupRule rule, boolean accepted, int test)
            throws JudgeFailed {
        if (!accepted) {
            if (score != null || multiplier != null) {
                throw failed(test, "gives points for an output that it rejects");
            }
            return Points.ZERO;
        }
        Points given = number("score.txt", score, test);
        Points share = number("score_multiplier.txt", multiplier, test);
        if (given != null && share != null) {
            throw failed(test, "wrote both score.txt and score_multiplier.txt");
        }
        if (rule.scoreFiles() == GroupRule.ScoreFiles.REQUIRED) {
            if (share != null) {
                throw failed(test, "wrote score_multiplier.txt where points have no bound");
            }
            if (given == null) {
                throw failed(test, "wrote no score.txt, which must say the points here");
            }
            return notNegative(given, test);
        }
        if (share != null) {
            if (share.isNegative() || share.compareTo(Points.ONE) > 0) {
                throw failed(test, "wrote " + share + " as score_multiplier.txt, not 0 to 1");
            }
            return share.times(rule.accepted());
        }
        if (given == null) {
            return rule.accepted();
        }
        if (given.compareTo(rule.accepted()) > 0) {
            throw failed(
                    test,
                    "gives " + given + " points, more than the " + rule.accepted() + " of it");
        }
        return notNegative(given, test);
    }

    private static boolean scoreless(GroupRule rule) {
        return rule.score() == GroupRule.Score.NONE || rule.score() == GroupRule.Score.ALL;
    }

    private static Points standard(GroupRule rule, boolean accepted) {
        return accepted ? rule.accepted() : rule.rejected();
    }

    private static Points notNegative(Points given, int test) throws JudgeFailed {
        if (given.isNegative()) {
            throw failed(test, "gives " + given + " points, less than none");
        }
        return given;
    }

    private static @Nullable Points number(String file, @Nullable String text, int test)
            throws JudgeFailed {
        if (text == null) {
            return null;
        }
        Points points = Points.parse(text);
        if (points == null || text.indexOf('/') >= 0) {
            throw failed(test, "wrote no number into " + file);
        }
        return points;
    }

    private static JudgeFailed failed(int test, String what) {
        return new JudgeFailed("on test " + test + " the problem's validator " + what);
    }
}
