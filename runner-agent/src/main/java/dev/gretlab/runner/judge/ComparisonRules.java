/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.util.List;
import java.util.OptionalDouble;

/**
 * How the default validator compares.
 *
 * @param caseSensitive whether A and a differ (of ASCII letters alone: output is bytes)
 * @param spaceSensitive whether white space must be the same too
 * @param absoluteTolerance that a number may differ from the answer by
 * @param relativeTolerance the same, as a share of the answer; either suffices
 */
public record ComparisonRules(
        boolean caseSensitive,
        boolean spaceSensitive,
        OptionalDouble absoluteTolerance,
        OptionalDouble relativeTolerance) {

    boolean comparesNumbers() {
        return absoluteTolerance.isPresent() || relativeTolerance.isPresent();
    }

    /**
     * These rules as the arguments of one test change them. IllegalArgumentException for an
     * argument that the default validator does not have.
     */
    ComparisonRules with(List<String> arguments) {
        ComparisonRules rules = this;
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case "case_sensitive" ->
                        rules =
                                new ComparisonRules(
                                        true,
                                        rules.spaceSensitive,
                                        rules.absoluteTolerance,
                                        rules.relativeTolerance);
                case "space_change_sensitive" ->
                        rules =
                                new ComparisonRules(
                                        rules.caseSensitive,
                                        true,
                                        rules.absoluteTolerance,
                                        rules.relativeTolerance);
                case "float_tolerance" -> {
                    OptionalDouble tolerance = tolerance(arguments, ++i);
                    rules = rules.tolerating(tolerance, tolerance);
                }
                case "float_absolute_tolerance" ->
                        rules =
                                rules.tolerating(
                                        tolerance(arguments, ++i), rules.relativeTolerance);
                case "float_relative_tolerance" ->
                        rules =
                                rules.tolerating(
                                        rules.absoluteTolerance, tolerance(arguments, ++i));
                default ->
                        throw new IllegalArgumentException(
                                "the default validator has no argument \""
                                        + arguments.get(i)
                                        + "\"");
            }
        }
        return rules;
    }

    private ComparisonRules tolerating(OptionalDouble absolute, OptionalDouble relative) {
        return new ComparisonRules(caseSensitive, spaceSensitive, absolute, relative);
    }

    private static OptionalDouble tolerance(List<String> arguments, int at) {
        try {
            double tolerance = Double.parseDouble(arguments.get(at));
            if (tolerance >= 0 && Double.isFinite(tolerance)) {
                return OptionalDouble.of(tolerance);
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a tolerance of the default validator needs a number", e);
        }
        throw new IllegalArgumentException(
                "a tolerance of the default validator must be a number from 0 on");
    }
}
