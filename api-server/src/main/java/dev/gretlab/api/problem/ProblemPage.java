/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem;

import dev.gretlab.api.setting.Limits;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The current version of a problem, the same for everybody who sees it.
 *
 * @param statements language tag to sanitised HTML
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
        List<Sample> samples) {

    /** A test that students see. */
    public record Sample(int number, String input, String output) {}
}
