/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.Facts;
import dev.gretlab.runner.judge.GroupResult;
import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.judge.Points;
import dev.gretlab.runner.judge.TestResult;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The results of an attempt as JSON for complete_job. */
final class ResultJson {

    private static final JsonMapper json = new JsonMapper();

    private ResultJson() {}

    static String result(Judgement judgement, String isolation) {
        Map<String, Object> fields = facts(judgement.facts());
        put(fields, "message", judgement.message());
        put(fields, "staffMessage", judgement.staffMessage());
        put(fields, "isolation", isolation);
        put(fields, "score", decimal(judgement.score()));
        if (!judgement.groups().isEmpty()) {
            put(fields, "groups", judgement.groups().stream().map(ResultJson::group).toList());
        }
        return json.writeValueAsString(fields);
    }

    static @Nullable String tests(@Nullable List<TestResult> results) {
        if (results == null) {
            return null;
        }
        List<Map<String, Object>> tests = new ArrayList<>();
        for (TestResult result : results) {
            Map<String, Object> fields = facts(result.facts());
            put(fields, "number", result.test().number());
            put(fields, "group", result.test().group());
            put(fields, "visible", result.test().visible());
            put(fields, "verdict", result.verdict().word());
            if (result.test().visible()) {
                put(fields, "stdout", Base64.getEncoder().encodeToString(result.stdout()));
                put(fields, "stdoutTruncated", result.stdoutTruncated());
                put(fields, "stderr", Base64.getEncoder().encodeToString(result.stderr()));
            }
            put(fields, "message", result.message());
            put(fields, "staffMessage", result.staffMessage());
            put(fields, "score", decimal(result.score()));
            tests.add(fields);
        }
        return json.writeValueAsString(tests);
    }

    private static Map<String, Object> group(GroupResult group) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "name", group.name());
        put(fields, "verdict", group.verdict() == null ? null : group.verdict().word());
        put(fields, "score", decimal(group.score()));
        return fields;
    }

    /** As text: a number of JSON may pass through a float on its way. */
    private static @Nullable String decimal(@Nullable Points points) {
        return points == null ? null : points.decimal();
    }

    static String any(Object value) {
        return json.writeValueAsString(value);
    }

    private static Map<String, Object> facts(Facts facts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "exitCode", facts.exitCode());
        put(fields, "signal", facts.signal());
        put(fields, "stoppedBy", facts.limit());
        put(fields, "cpuMs", facts.cpuMs());
        put(fields, "wallMs", facts.wallMs());
        put(fields, "memoryKb", facts.memoryKb());
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }
}
