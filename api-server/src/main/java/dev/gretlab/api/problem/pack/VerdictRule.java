/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts of tests that may occur and of which one must, in our words.
 *
 * @param permitted that each test may have; null: any
 * @param required of which a test must have one; null: any
 */
record VerdictRule(@Nullable Set<String> permitted, @Nullable Set<String> required) {

    /** Programs that crash may do so at a limit: the format has no words of its own for these. */
    static final List<String> CRASHES = List.of("runtime_error", "memory_limit", "output_limit");

    static final Set<String> WORDS = Set.of("AC", "WA", "TLE", "RTE");

    /** Of the format's words, with spaces between them. */
    static VerdictRule of(@Nullable String permitted, @Nullable String required) {
        return new VerdictRule(
                permitted == null ? null : verdicts(List.of(permitted.split(" "))),
                required == null ? null : verdicts(List.of(required.split(" "))));
    }

    /** Every verdict that a test can have. */
    static Set<String> any() {
        return verdicts(List.of("AC", "WA", "TLE", "RTE"));
    }

    static Set<String> verdicts(List<String> words) {
        Set<String> verdicts = new LinkedHashSet<>();
        for (String word : words) {
            switch (word) {
                case "AC" -> verdicts.add("accepted");
                case "WA" -> verdicts.add("wrong_answer");
                case "TLE" -> verdicts.add("time_limit");
                case "RTE" -> verdicts.addAll(CRASHES);
                default -> {} // its reader has reported it
            }
        }
        return verdicts;
    }

    /** The verdicts of a whole submission that agree with the rule for all its tests. */
    Set<String> whole() {
        Set<String> whole = new LinkedHashSet<>(permitted == null ? any() : permitted);
        if (required != null && !required.contains("accepted")) {
            whole.remove("accepted");
        }
        return whole;
    }
}
