/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.Grading;
import dev.gretlab.runner.judge.GroupRule;
import dev.gretlab.runner.judge.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rules of a problem's groups as JSON. A word that is not known here is refused by name. */
final class GradingJson {

    private GradingJson() {}

    static Grading read(JsonNode grading) {
        List<GroupRule> rules = new ArrayList<>();
        for (JsonNode group : ProblemJson.required(grading, "groups")) {
            rules.add(rule(group));
        }
        return new Grading.Groups(rules);
    }

    private static GroupRule rule(JsonNode group) {
        List<String> requires = new ArrayList<>();
        for (JsonNode name : ProblemJson.required(group, "requires")) {
            requires.add(name.asString());
        }
        return new GroupRule(
                ProblemJson.required(group, "name").asString(),
                text(group, "parent"),
                flag(group, "breaks"),
                word(GroupRule.Mode.class, group, "verdict"),
                flag(group, "acceptedIfAny"),
                flag(group, "ignoresSample"),
                word(GroupRule.Score.class, group, "score"),
                flag(group, "scoredIfRejected"),
                points(ProblemJson.required(group, "accepted").asString()),
                points(ProblemJson.required(group, "rejected").asString()),
                word(GroupRule.ScoreFiles.class, group, "scoreFiles"),
                bound(group, "lowest"),
                bound(group, "highest"),
                requires);
    }

    private static boolean flag(JsonNode group, String name) {
        return ProblemJson.required(group, name).asBoolean();
    }

    private static <E extends Enum<E>> E word(Class<E> type, JsonNode group, String name) {
        String word = ProblemJson.required(group, name).asString();
        try {
            return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a group has the unknown " + name + " \"" + word + "\"", e);
        }
    }

    private static @Nullable Points bound(JsonNode group, String name) {
        String text = text(group, name);
        return text == null ? null : points(text);
    }

    private static @Nullable String text(JsonNode group, String name) {
        JsonNode value = group.path(name);
        return value.isString() ? value.asString() : null;
    }

    private static Points points(String text) {
        Points points = Points.parse(text);
        if (points == null) {
            throw new IllegalArgumentException("a group has points that are no number: " + text);
        }
        return points;
    }
}
