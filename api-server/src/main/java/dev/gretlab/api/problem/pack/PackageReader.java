/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.ExampleSubmission;
import dev.gretlab.api.problem.pack.ProblemPackage.Grading;
import dev.gretlab.api.problem.pack.ProblemPackage.Validator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads problem packages in the ICPC format, versions legacy and 2025-09, pass-fail and scoring,
 * with the default, a custom or an interactive validator. What it cannot honour it refuses by name.
 * It works in memory, takes time, and never blocks on anything: call it off the event loop.
 */
public final class PackageReader {

    /** Part of a version's hash: raise it when the same package would be read differently. */
    private static final int REVISION = 2;

    private static final String SLUG = "[a-z0-9][a-z0-9-]{0,62}";

    private final SiteLimits site;

    public PackageReader(SiteLimits site) {
        this.site = site;
    }

    /**
     * Reads a package.
     *
     * @param fileName of the upload; names the problem when neither a folder nor the package does
     */
    public PackageReading read(byte[] zip, @Nullable String fileName) {
        Faults faults = new Faults();
        var unpacked = ZipContents.read(zip, site, faults);
        if (unpacked.isEmpty()) {
            if (!faults.any()) {
                faults.add("The zip holds no files: pack the package's folder.");
            }
            return new PackageReading.Refused(faults.list());
        }
        PackageFiles files = PackageFiles.of(unpacked, faults);
        Metadata metadata = Metadata.read(files, site, faults);
        if (metadata == null) {
            return new PackageReading.Refused(faults.list());
        }
        notSupported(files, faults);
        String slug = slug(files, metadata, fileName, faults);
        StatementReader statementReader =
                new StatementReader(files, metadata.format(), slug, faults);
        Map<String, String> statements = statementReader.read();
        String name = name(metadata, statements.keySet(), statementReader.namesInTex(), faults);
        Scoring scoring = Scoring.read(files, metadata.format(), faults);
        TestData data = new TestData(files, metadata, scoring, faults);
        List<ProblemPackage.Test> tests = data.read();
        Validator validator = new ValidatorReader(files, metadata, faults).read(tests);
        if (validator instanceof ProblemPackage.DefaultValidator
                && tests.stream().map(ProblemPackage.Test::validatorArgs).distinct().count() == 1) {
            tests = tests.stream().map(PackageReader::withoutArgs).toList();
        }
        Grading grading =
                grading(
                        files,
                        metadata.format(),
                        scoring,
                        validator instanceof ProblemPackage.DefaultValidator,
                        tests,
                        faults);
        List<ExampleSubmission> submissions =
                new SubmissionsReader(files, metadata.format(), tests, grading, faults).read();
        if (faults.any()) {
            return new PackageReading.Refused(faults.list());
        }
        return new PackageReading.Accepted(
                new ProblemPackage(
                        slug,
                        metadata.format().label(),
                        hash(files, slug, metadata),
                        name,
                        statements,
                        metadata.limits(),
                        validator,
                        tests,
                        data.conversations(),
                        grading,
                        statementReader.shown(),
                        submissions,
                        faults.notes()));
    }

    private static @Nullable Grading grading(
            PackageFiles files,
            Format format,
            Scoring scoring,
            boolean byDefault,
            List<ProblemPackage.Test> tests,
            Faults faults) {
        if (!scoring.scored()) {
            return null;
        }
        return format == Format.LEGACY
                ? new LegacyGroups(files, scoring, faults).read(tests)
                : new PointGroups(files, !byDefault, faults).read(tests);
    }

    /** The flags of the default validator that all tests share are those of the problem. */
    private static ProblemPackage.Test withoutArgs(ProblemPackage.Test test) {
        return new ProblemPackage.Test(
                test.number(),
                test.name(),
                test.group(),
                test.visible(),
                test.input(),
                test.answer(),
                List.of());
    }

    private static void notSupported(PackageFiles files, Faults faults) {
        Map<String, String> folders =
                Map.of(
                        "graders", "graders of the package's own",
                        "include", "files that are added to every submission",
                        "static_validator", "validators of the source");
        for (var folder : folders.entrySet()) {
            if (files.hasFolder(folder.getKey())) {
                faults.add(
                        folder.getKey()
                                + " is there, but "
                                + folder.getValue()
                                + " are not supported: this problem cannot be judged here.");
            }
        }
    }

    private static String slug(
            PackageFiles files, Metadata metadata, @Nullable String fileName, Faults faults) {
        String name = files.folder();
        if (name.isEmpty() && metadata.shortName() != null) {
            name = metadata.shortName();
        }
        if (name.isEmpty() && fileName != null) {
            name =
                    fileName.substring(
                                    Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\'))
                                            + 1)
                            .replaceFirst("\\.(?i:zip|kpp)$", "");
        }
        String slug = name.toLowerCase(Locale.ROOT).replaceAll("[_.]", "-");
        if (!slug.matches(SLUG)) {
            faults.add(
                    (name.isEmpty()
                                    ? "The problem has no short name"
                                    : "The problem's short name " + name + " is not usable")
                            + ": name the package's folder or the zip file with up to 63 letters,"
                            + " digits and -.");
            return "unnamed";
        }
        return slug;
    }

    private static String name(
            Metadata metadata, Set<String> languages, Map<String, String> inTex, Faults faults) {
        Map<String, String> names = metadata.names();
        if (metadata.format() == Format.V2025_09
                && !names.isEmpty()
                && !languages.isEmpty()
                && !new HashSet<>(names.keySet()).equals(languages)) {
            faults.add(
                    "problem.yaml has names for the languages "
                            + String.join(", ", names.keySet())
                            + ", but there are statements in "
                            + String.join(", ", languages)
                            + ": make them agree.");
        }
        for (Map<String, String> source : List.of(names, inTex)) {
            for (String language : List.of("en", "")) {
                String name = source.get(language);
                if (name != null) {
                    return name;
                }
            }
            if (!source.isEmpty()) {
                return source.values().iterator().next();
            }
        }
        if (metadata.format() == Format.LEGACY) {
            faults.add("problem.yaml has no name: add one.");
        }
        return "";
    }

    private static String hash(PackageFiles files, String slug, Metadata metadata) {
        MessageDigest digest = Blob.sha256();
        ProblemPackage.Limits limits = metadata.limits();
        ValidatorLimits validator = metadata.validatorLimits();
        // with the limits: those that the package does not give are the site's, which may change
        digest.update(
                (REVISION + "\n" + slug + "\n" + limits + "\n" + validator + "\n")
                        .getBytes(StandardCharsets.UTF_8));
        for (var file : files.all().entrySet()) {
            digest.update((file.getKey() + "\n").getBytes(StandardCharsets.UTF_8));
            digest.update(Blob.of(file.getValue()).hash());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
