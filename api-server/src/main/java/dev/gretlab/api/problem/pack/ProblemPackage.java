/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.math.BigDecimal;
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
 * @param conversations examples of what the two sides of an interactive problem say, in the order
 *     in which they are shown
 * @param grading how groups of tests make the verdict and the score; null: the first test that
 *     fails decides, and there are no points
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
        List<Conversation> conversations,
        @Nullable Grading grading,
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
     * @param interactive it talks to the program while that runs
     */
    public record CustomValidator(
            String language, List<SourceFile> files, int cpuMs, int memoryMb, boolean interactive)
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
     * An example of what the two sides of an interactive problem say to each other.
     *
     * @param name as in the package, below {@code data}: of the sample whose input and answer it is
     *     shown in place of, where there is one
     */
    public record Conversation(String name, List<Line> lines) {}

    /** What one side says; the text has no line break. */
    public record Line(Speaker speaker, String text) {}

    /** The two sides: the validator, which judges, and the program. */
    public enum Speaker {
        JUDGE("judge"),
        PROGRAM("program");

        private final String word;

        Speaker(String word) {
            this.word = word;
        }

        /** In the database and in the API. */
        public String word() {
            return word;
        }
    }

    /**
     * A picture of the statement or an attachment, by its path in the address of the problem's
     * files.
     */
    public record PublicFile(String path, String contentType, Blob content) {}

    /**
     * The groups of a problem and their points.
     *
     * @param scored whether there are points
     * @param maxScore of a submission; null: no bound is known
     * @param fullScore of a submission that passes every test; null: the validator says that
     * @param groups the whole problem first, then each group before those inside it, in the order
     *     of judging
     */
    public record Grading(
            boolean scored,
            @Nullable BigDecimal maxScore,
            @Nullable BigDecimal fullScore,
            List<Group> groups) {}

    /**
     * The rules of a group in the words that runners read. Points are decimals, or fractions as
     * {@code 100/3}.
     *
     * @param name as tests name it; data for the whole problem
     * @param parent the group around it; null for the whole problem
     * @param breaks the first rejected part ends it
     * @param verdict worst_error, first_error or always_accept
     * @param acceptedIfAny one accepted part is enough
     * @param ignoresSample its last part alone counts
     * @param score none, all (its points or nothing), sum, avg, min or max of its parts
     * @param scoredIfRejected the score stands although the group was rejected
     * @param accepted points of an accepted test, in all those of the group
     * @param rejected points of a rejected test
     * @param scoreFiles what the validator may write: ignored, free, forbidden, bounded, required
     * @param lowest score that is possible; null for no bound
     * @param highest score that is possible; null for no bound
     * @param requires groups that must be accepted, else this one is not run
     * @param maxScore for people; null: none is known, or it gives no points
     * @param shown students see what became of it
     */
    public record Group(
            String name,
            @Nullable String parent,
            boolean breaks,
            String verdict,
            boolean acceptedIfAny,
            boolean ignoresSample,
            String score,
            boolean scoredIfRejected,
            String accepted,
            String rejected,
            String scoreFiles,
            @Nullable String lowest,
            @Nullable String highest,
            List<String> requires,
            @Nullable BigDecimal maxScore,
            boolean shown) {}

    /**
     * A program of the package and what is right for it.
     *
     * @param expected the verdicts
     * @param score null: any
     * @param claims what is said of parts of the tests beyond that
     */
    public record ExampleSubmission(
            String path,
            String language,
            List<String> expected,
            Blob source,
            @Nullable ScoreClaim score,
            List<TestClaim> claims) {}

    /**
     * What is right for a part of the tests.
     *
     * @param name of the part, as the package has it: a group, a test or a pattern of them
     * @param tests their numbers
     * @param permitted the verdicts that each of them may have; null: any
     * @param required the verdicts of which one of them must have one; null: any
     * @param scoreGroups the groups that {@code score} is about
     * @param score null: any
     */
    public record TestClaim(
            String name,
            List<Integer> tests,
            @Nullable List<String> permitted,
            @Nullable List<String> required,
            List<String> scoreGroups,
            @Nullable ScoreClaim score) {}

    /** The scores that are right, bounds included; null is no bound. */
    public record ScoreClaim(@Nullable BigDecimal lowest, @Nullable BigDecimal highest) {}
}
