/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/**
 * A package made in memory, good from the start, to which a test does the one thing it is about.
 */
final class PackageZip {

    static final SiteLimits SITE =
            new SiteLimits(20_000, 2_048, 65_536, 2_000, 256, 1_024, 1 << 20, 16 << 20, 500);

    private static final int LINK_MODE = 0120777;

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private String folder = "sum/";

    /** A small package of the newer format. */
    static PackageZip current() {
        return new PackageZip()
                .with(
                        "problem.yaml",
                        """
                        problem_format_version: 2025-09
                        name: Sum of two
                        uuid: 10cd5ed8-c993-4acd-b1fe-9a1a4a14bc9b
                        limits:
                          time_limit: 1.5
                          memory: 64
                        """)
                .with("statement/problem.en.md", "Add $a$ and $b$.\n")
                .tests()
                .with("submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n");
    }

    /** The same as a legacy package. */
    static PackageZip legacy() {
        return new PackageZip()
                .with("problem.yaml", "name: Sum of two\n")
                .with("domjudge-problem.ini", "timelimit='3'\n")
                .with("problem_statement/problem.en.tex", "Add $a$ and $b$.\n")
                .tests()
                .with("submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n");
    }

    private PackageZip tests() {
        return with("data/sample/1.in", "1 2\n")
                .with("data/sample/1.ans", "3\n")
                .with("data/secret/02.in", "5 5\n")
                .with("data/secret/02.ans", "10\n")
                .with("data/secret/01.in", "0 0\n")
                .with("data/secret/01.ans", "0\n");
    }

    static PackageZip folder(Path folder) throws IOException {
        PackageZip zip = new PackageZip();
        zip.folder = folder.getFileName() + "/";
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                zip.files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return zip;
    }

    PackageZip with(String path, String text) {
        return with(path, text.getBytes(StandardCharsets.UTF_8));
    }

    PackageZip with(String path, byte[] content) {
        files.put(path, content);
        return this;
    }

    /** Adds lines to a file. */
    PackageZip and(String path, String text) {
        byte[] old = files.getOrDefault(path, new byte[0]);
        return with(path, new String(old, StandardCharsets.UTF_8) + text);
    }

    PackageZip without(String path) {
        files.remove(path);
        return this;
    }

    PackageZip link(String path, String target) {
        links.put(path, target);
        return this;
    }

    /** The folder around the package, with a slash behind it; empty for none. */
    PackageZip in(String newFolder) {
        folder = newFolder;
        return this;
    }

    byte[] zip() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                put(out, new ZipArchiveEntry(folder + file.getKey()), file.getValue());
            }
            for (var link : links.entrySet()) {
                ZipArchiveEntry entry = new ZipArchiveEntry(folder + link.getKey());
                entry.setUnixMode(LINK_MODE);
                put(out, entry, link.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static void put(ZipArchiveOutputStream out, ZipArchiveEntry entry, byte[] content)
            throws IOException {
        out.putArchiveEntry(entry);
        out.write(content);
        out.closeArchiveEntry();
    }

    PackageReading read() {
        return new PackageReader(SITE).read(zip(), "upload.zip");
    }

    ProblemPackage accepted() {
        return switch (read()) {
            case PackageReading.Accepted accepted -> accepted.problem();
            case PackageReading.Refused refused ->
                    throw new AssertionError("refused: " + refused.faults());
        };
    }

    List<String> faults() {
        return faults(read());
    }

    static List<String> faults(PackageReading reading) {
        return switch (reading) {
            case PackageReading.Accepted accepted ->
                    throw new AssertionError("accepted: " + accepted.problem());
            case PackageReading.Refused refused -> refused.faults();
        };
    }
}
