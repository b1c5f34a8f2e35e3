/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem;

import dev.gretlab.api.setting.Limits;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The current version of a problem, the same for everybody who sees it.
 *
 * @param statements language tag to sanitised HTML
 * @param maxScore the most points that it gives; null where it gives none or has no bound
 * @param samples those that no conversation stands for
 * @param conversations none where the problem is not interactive
 */
public record ProblemPage(
        UUID problemId,
        UUID versionId,
        UUID courseId,
        String slug,
        String name,
        String course,
        String courseName,
        int version,
        Map<String, String> statements,
        Limits limits,
        @Nullable BigDecimal maxScore,
        List<Sample> samples,
        List<Conversation> conversations) {

    /** A test that students see. */
    public record Sample(int number, String input, String output) {}

    /**
     * An example of what the two sides of an interactive problem say to each other, in order.
     *
     * @param name as in the package; it stands in place of the sample of the same name
     */
    public record Conversation(int number, String name, List<Line> lines) {}

    /**
     * What one side says.
     *
     * @param from judge or program
     */
    public record Line(String from, String text) {}
}
