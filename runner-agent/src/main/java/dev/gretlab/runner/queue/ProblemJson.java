/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.ComparisonRules;
import dev.gretlab.runner.judge.TestCase;
import dev.gretlab.runner.judge.Validator;
import dev.gretlab.runner.judge.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The part of a problem that a claim carries, as JSON. */
final class ProblemJson {

    private static final JsonMapper json = new JsonMapper();

    private ProblemJson() {}

    static Validator validator(String text) {
        JsonNode node = parse(text);
        String kind = required(node, "kind").asString();
        return switch (kind) {
            case "default" ->
                    new Validator.Default(
                            new ComparisonRules(
                                    node.path("caseSensitive").asBoolean(false),
                                    node.path("spaceSensitive").asBoolean(false),
                                    tolerance(node, "absoluteTolerance"),
                                    tolerance(node, "relativeTolerance")));
            case "custom", "interactive" -> {
                List<Validator.File> files = new ArrayList<>();
                for (JsonNode file : required(node, "files")) {
                    files.add(
                            new Validator.File(
                                    required(file, "name").asString(),
                                    required(file, "hash").asString()));
                }
                yield new Validator.Custom(
                        required(node, "language").asString(),
                        files,
                        required(node, "cpuMs").asInt(),
                        required(node, "memoryMb").asInt(),
                        kind.equals("interactive"));
            }
            default -> throw new IllegalArgumentException("unknown kind of validator: " + kind);
        };
    }

    /** The tests and how they are graded: a list, or a list beside the rules of its groups. */
    static Work.Tests tests(Validator validator, String text) {
        JsonNode node = parse(text);
        if (node.isArray()) {
            return new Work.Tests(validator, cases(node));
        }
        return new Work.Tests(
                validator,
                cases(required(node, "cases")),
                GradingJson.read(required(node, "grading")));
    }

    private static List<TestCase> cases(JsonNode list) {
        List<TestCase> tests = new ArrayList<>();
        for (JsonNode node : list) {
            List<String> arguments = new ArrayList<>();
            for (JsonNode argument : node.path("validatorArgs")) {
                arguments.add(argument.asString());
            }
            tests.add(
                    new TestCase(
                            required(node, "number").asInt(),
                            required(node, "group").asString(),
                            required(node, "visible").asBoolean(),
                            required(node, "inputHash").asString(),
                            required(node, "answerHash").asString(),
                            arguments));
        }
        return tests;
    }

    private static OptionalDouble tolerance(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
    }

    private static JsonNode parse(String text) {
        try {
            return json.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the problem's description is no JSON", e);
        }
    }

    static JsonNode required(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null || value.isNull()) {
            throw new IllegalArgumentException("the problem's description lacks " + name);
        }
        return value;
    }
}
