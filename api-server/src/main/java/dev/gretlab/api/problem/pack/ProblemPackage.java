/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A problem as it was read from a package, ready to be stored.
 *
 * @param slug its name in addresses
 * @param format legacy or 2025-09
 * @param hash SHA-256 in hex of everything that makes this version of the problem what it is; the
 *     same files zipped again have the same
 * @param name for people, plain text
 * @param statements sanitised HTML by language tag, the main language first
 * @param tests in the order of judging, numbered from 1
 * @param files that the statement shows or offers
 * @param submissions the package's own programs, each with the verdicts that are right for it
 * @param notes what the person who imports should know although it is no fault
 */
public record ProblemPackage(
        String slug,
        String format,
        String hash,
        String name,
        Map<String, String> statements,
        Limits limits,
        Validator validator,
        List<Test> tests,
        List<PublicFile> files,
        List<ExampleSubmission> submissions,
        List<String> notes) {

    /** Of each test: CPU time in milliseconds, memory in MiB, output in KiB. */
    public record Limits(int cpuMs, int memoryMb, int outputKb) {}

    /** Who decides whether an output is right. */
    public sealed interface Validator {}

    /**
     * Compares token by token. A tolerance that is null is not in force.
     *
     * @param spaceSensitive white space is compared too
     */
    public record DefaultValidator(
            boolean caseSensitive,
            boolean spaceSensitive,
            @Nullable Double absoluteTolerance,
            @Nullable Double relativeTolerance)
            implements Validator {}

    /**
     * A program of the package.
     *
     * @param files its sources, the one to start with first
     */
    public record CustomValidator(String language, List<SourceFile> files, int cpuMs, int memoryMb)
            implements Validator {}

    /** A source file of a validator; the name has no folder. */
    public record SourceFile(String name, Blob content) {}

    /**
     * One test.
     *
     * @param name as in the package, below {@code data}: secret/02-large
     * @param group sample or secret, or a folder below it
     * @param visible students see its input, its answer and what their program printed
     * @param validatorArgs for a custom validator
     */
    public record Test(
            int number,
            String name,
            String group,
            boolean visible,
            Blob input,
            Blob answer,
            List<String> validatorArgs) {}

    /**
     * A picture of the statement or an attachment, by its path in the address of the problem's
     * files.
     */
    public record PublicFile(String path, String contentType, Blob content) {}

    /** A program of the package and the verdicts that are right for it. */
    public record ExampleSubmission(
            String path, String language, List<String> expected, Blob source) {}
}
