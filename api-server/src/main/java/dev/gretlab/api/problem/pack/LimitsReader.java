/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the limits: each is honoured exactly or refused. */
final class LimitsReader {

    private static final Set<String> KEYS_2025 =
            Set.of(
                    "time_multipliers",
                    "time_limit",
                    "time_resolution",
                    "memory",
                    "output",
                    "code",
                    "compilation_time",
                    "compilation_memory",
                    "validation_time",
                    "validation_memory",
                    "validation_output",
                    "validation_passes");
    private static final Set<String> KEYS_LEGACY =
            Set.of(
                    "time_multiplier",
                    "time_safety_margin",
                    "time_limit", // not of the format, but tools write it
                    "memory",
                    "output",
                    "code",
                    "compilation_time",
                    "compilation_memory",
                    "validation_time",
                    "validation_memory",
                    "validation_output");

    /** A validator mostly reads two files and compares them. */
    private static final int VALIDATOR_CPU_MS = 10_000;

    private static final int VALIDATOR_MEMORY_MB = 256;

    /** Beside the program there is the memory that runners set aside for compiling. */
    private static final int INTERACTIVE_MEMORY_MB = 512;

    private final YamlFile yaml;
    private final Format format;
    private final SiteLimits site;
    private final Faults faults;

    LimitsReader(YamlFile yaml, Format format, SiteLimits site, Faults faults) {
        this.yaml = yaml;
        this.format = format;
        this.site = site;
        this.faults = faults;
    }

    ProblemPackage.Limits problem(PackageFiles files, DomjudgeFile domjudge) {
        if (format == Format.LEGACY) {
            yaml.unknownKeysAreNoted(KEYS_LEGACY);
        } else {
            yaml.unknownKeysAreFaults(KEYS_2025);
        }
        cannotBeHonoured("code", "the longest source");
        cannotBeHonoured("compilation_time", "the time of the compiler");
        cannotBeHonoured("compilation_memory", "the memory of the compiler");
        cannotBeHonoured("validation_output", "the output of the validator");
        cannotBeHonoured("validation_passes", "the passes of multi-pass problems");
        Integer memory = scaled("memory", BigDecimal.ONE, site.highestMemoryMb(), "MiB");
        Integer output = scaled("output", BigDecimal.valueOf(1024), site.highestOutputKb(), "KiB");
        return new ProblemPackage.Limits(
                cpuMs(files, domjudge),
                memory == null ? site.defaultMemoryMb() : memory,
                output == null ? site.defaultOutputKb() : output);
    }

    /** Of a validator that runs at the same time as the program. */
    ValidatorLimits interactiveValidator() {
        Integer cpuMs =
                scaled("validation_time", BigDecimal.valueOf(1000), site.highestCpuMs(), "ms");
        Integer memory = scaled("validation_memory", BigDecimal.ONE, INTERACTIVE_MEMORY_MB, "MiB");
        return new ValidatorLimits(
                cpuMs == null ? Math.min(VALIDATOR_CPU_MS, site.highestCpuMs()) : cpuMs,
                memory == null ? VALIDATOR_MEMORY_MB : memory);
    }

    ValidatorLimits validator(ProblemPackage.Limits problem) {
        Integer cpuMs =
                scaled("validation_time", BigDecimal.valueOf(1000), site.highestCpuMs(), "ms");
        Integer memory = scaled("validation_memory", BigDecimal.ONE, site.highestMemoryMb(), "MiB");
        return new ValidatorLimits(
                cpuMs == null ? Math.min(VALIDATOR_CPU_MS, site.highestCpuMs()) : cpuMs,
                // The validator runs where the program ran, in memory that is reserved already.
                memory == null
                        ? Math.min(
                                Math.max(VALIDATOR_MEMORY_MB, problem.memoryMb()),
                                site.highestMemoryMb())
                        : memory);
    }

    /**
     * The time limit that a file of the package gives. When none does, the format wants it measured
     * from the package's own submissions; until an import judges them the site's default is taken,
     * and a note says so: most older packages give no limit, and refusing them all would help
     * nobody.
     */
    private int cpuMs(PackageFiles files, DomjudgeFile domjudge) {
        Map<String, BigDecimal> given = new LinkedHashMap<>();
        BigDecimal ofYaml = yaml.positive("time_limit");
        if (ofYaml != null) {
            given.put("problem.yaml", ofYaml);
        }
        BigDecimal ofDomjudge = domjudge.timeLimit();
        if (ofDomjudge != null) {
            given.put(DomjudgeFile.PATH, ofDomjudge);
        }
        String text = files.text(".timelimit", faults);
        if (text != null) {
            BigDecimal ofKattis = YamlFile.positiveNumber(text.strip());
            if (ofKattis == null) {
                faults.add(".timelimit must hold a number of seconds above 0 and nothing else.");
            } else {
                given.put(".timelimit", ofKattis);
            }
        }
        if (given.isEmpty()) {
            faults.note(
                    "The package gives no time limit: the site's default of "
                            + site.defaultCpuMs()
                            + " ms is used. Give one with limits: time_limit: in problem.yaml"
                            + " (2025-09) or timelimit= in domjudge-problem.ini (legacy).");
            return site.defaultCpuMs();
        }
        BigDecimal first = given.values().iterator().next();
        if (given.values().stream().anyMatch(other -> other.compareTo(first) != 0)) {
            faults.add(
                    String.join(" and ", given.keySet())
                            + " give different time limits: keep one of them.");
        }
        return within(
                given.keySet().iterator().next() + ": the time limit",
                first.multiply(BigDecimal.valueOf(1000)),
                site.highestCpuMs(),
                "ms");
    }

    private void cannotBeHonoured(String key, String what) {
        if (yaml.has(key)) {
            faults.add(
                    yaml.path()
                            + " limits "
                            + what
                            + " with "
                            + key
                            + ", which this site cannot honour: remove it.");
        }
    }

    private @Nullable Integer scaled(String key, BigDecimal factor, int highest, String unit) {
        BigDecimal number = yaml.positive(key);
        return number == null
                ? null
                : within(yaml.path() + ": " + key, number.multiply(factor), highest, unit);
    }

    private int within(String what, BigDecimal value, int highest, String unit) {
        if (value.compareTo(BigDecimal.valueOf(highest)) > 0) {
            faults.add(
                    what
                            + " is "
                            + value.stripTrailingZeros().toPlainString()
                            + " "
                            + unit
                            + ", more than the "
                            + highest
                            + " "
                            + unit
                            + " that this site can give: lower it.");
            return highest;
        }
        if (value.stripTrailingZeros().scale() > 0) {
            faults.add(what + " must be a whole number of " + unit + ": round it.");
        }
        return Math.max(1, value.intValue());
    }
}
