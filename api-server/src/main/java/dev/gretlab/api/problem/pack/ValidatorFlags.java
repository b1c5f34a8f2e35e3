/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.DefaultValidator;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The flags of the default validator. */
final class ValidatorFlags {

    private ValidatorFlags() {}

    static List<String> split(@Nullable String flags) {
        return flags == null || flags.isBlank() ? List.of() : List.of(flags.strip().split("\\s+"));
    }

    /** What the flags mean; a fault for each that is unknown or has no usable number. */
    static DefaultValidator read(List<String> flags, Format format, String where, Faults faults) {
        boolean caseSensitive = false;
        boolean spaceSensitive = false;
        Double absolute = null;
        Double relative = null;
        if (format != Format.LEGACY) {
            eachToleranceOnce(flags, where, faults);
        }
        Iterator<String> rest = flags.iterator();
        while (rest.hasNext()) {
            String flag = rest.next();
            switch (flag) {
                case "case_sensitive" -> caseSensitive = true;
                case "space_change_sensitive" -> spaceSensitive = true;
                case "float_tolerance" -> {
                    absolute = tolerance(flag, rest, where, faults);
                    relative = absolute;
                }
                case "float_absolute_tolerance" -> absolute = tolerance(flag, rest, where, faults);
                case "float_relative_tolerance" -> relative = tolerance(flag, rest, where, faults);
                default ->
                        faults.add(
                                where
                                        + " has the unknown validator flag "
                                        + flag
                                        + ": the default validator knows case_sensitive,"
                                        + " space_change_sensitive, float_tolerance,"
                                        + " float_absolute_tolerance and float_relative_tolerance.");
            }
        }
        return new DefaultValidator(caseSensitive, spaceSensitive, absolute, relative);
    }

    private static void eachToleranceOnce(List<String> flags, String where, Faults faults) {
        List<String> tolerances =
                flags.stream().filter(flag -> flag.matches("float(_[a-z]+)?_tolerance")).toList();
        if (tolerances.size() > 1
                && (tolerances.contains("float_tolerance")
                        || tolerances.stream().distinct().count() < tolerances.size())) {
            faults.add(
                    where
                            + " gives a tolerance twice ("
                            + String.join(", ", tolerances)
                            + "): float_tolerance is both of the others, and each may be given once.");
        }
    }

    private static @Nullable Double tolerance(
            String flag, Iterator<String> rest, String where, Faults faults) {
        String text = rest.hasNext() ? rest.next() : "";
        if (text.matches("\\+?([0-9]*\\.[0-9]+|[0-9]+\\.?)([Ee][+-]?[0-9]+)?")) {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        }
        faults.add(where + ": " + flag + " needs a number of 0 or more behind it.");
        return null;
    }
}
