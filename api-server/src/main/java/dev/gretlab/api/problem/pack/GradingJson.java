/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grading of a problem in the shape that is stored and that runners read. */
final class GradingJson {

    private GradingJson() {}

    static Map<String, @Nullable Object> of(ProblemPackage.Grading grading) {
        List<Map<String, @Nullable Object>> groups = new ArrayList<>();
        for (ProblemPackage.Group group : grading.groups()) {
            groups.add(of(group));
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("scored", grading.scored());
        json.put("maxScore", text(grading.maxScore()));
        json.put("groups", groups);
        return json;
    }

    private static Map<String, @Nullable Object> of(ProblemPackage.Group group) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", group.name());
        json.put("parent", group.parent());
        json.put("breaks", group.breaks());
        json.put("verdict", group.verdict());
        json.put("acceptedIfAny", group.acceptedIfAny());
        json.put("ignoresSample", group.ignoresSample());
        json.put("score", group.score());
        json.put("scoredIfRejected", group.scoredIfRejected());
        json.put("accepted", group.accepted());
        json.put("rejected", group.rejected());
        json.put("scoreFiles", group.scoreFiles());
        json.put("lowest", group.lowest());
        json.put("highest", group.highest());
        json.put("requires", group.requires());
        json.put("maxScore", text(group.maxScore()));
        json.put("shown", group.shown());
        return json;
    }

    private static @Nullable String text(@Nullable BigDecimal decimal) {
        return decimal == null ? null : decimal.toPlainString();
    }
}
