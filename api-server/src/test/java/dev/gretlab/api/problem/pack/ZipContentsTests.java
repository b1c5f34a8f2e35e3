/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class ZipContentsTests {

    private static List<String> faultsOf(byte[] zip) {
        return PackageZip.faults(new PackageReader(PackageZip.SITE).read(zip, "upload.zip"));
    }

    @Test
    void refusesWhatIsNoZip() {
        assertThat(faultsOf(new byte[0])).singleElement().asString().contains("empty");
        assertThat(faultsOf("not a zip at all".getBytes(StandardCharsets.UTF_8)))
                .singleElement()
                .asString()
                .contains("not a zip file");
    }

    @Test
    void refusesAZipWithoutFiles() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            out.setComment("nothing");
        }
        assertThat(faultsOf(bytes.toByteArray())).singleElement().asString().contains("no files");
    }

    @Test
    void refusesAPackageThatIsTooBig() {
        byte[] noise = new byte[(1 << 20) + 10];
        new Random(1).nextBytes(noise);
        assertThat(PackageZip.current().with("data/secret/big.in", noise).faults())
                .singleElement()
                .asString()
                .contains("1048576");
    }

    @Test
    void stopsInflatingABombAtTheLimit() {
        byte[] zip = PackageZip.current().with("bomb.txt", new byte[40 << 20]).zip();
        assertThat(zip.length).isLessThan(100_000);
        assertThat(faultsOf(zip)).singleElement().asString().contains("unpacks to more than");
    }

    @Test
    void doesNotBelieveTheSizeInTheHeaders() {
        byte[] zip = PackageZip.current().with("bomb.txt", new byte[40 << 20]).zip();
        // the sizes of 40 MiB in headers and directory become 16 bytes
        int real = 40 << 20;
        for (int i = 0; i + 4 <= zip.length; i++) {
            int value =
                    (zip[i] & 255)
                            | (zip[i + 1] & 255) << 8
                            | (zip[i + 2] & 255) << 16
                            | (zip[i + 3] & 255) << 24;
            if (value == real) {
                Arrays.fill(zip, i, i + 4, (byte) 0);
                zip[i] = 16;
            }
        }
        assertThat(faultsOf(zip)).isNotEmpty();
    }

    @Test
    void refusesTooManyFiles() {
        PackageZip zip = PackageZip.current();
        for (int i = 0; i < 600; i++) {
            zip.with("notes/" + i, "");
        }
        assertThat(zip.faults()).singleElement().asString().contains("more than 500 files");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside.txt",
                "data/../../outside.txt",
                "data/secret/..",
                "data\\secret\\x.in",
                "..\\outside.txt",
            })
    void refusesPathsThatLeadOutside(String path) {
        assertThat(PackageZip.current().with(path, "x").faults())
                .singleElement()
                .asString()
                .contains(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "C:/windows/x", "c:x"})
    void refusesAbsolutePaths(String path) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            PackageZip.put(out, new ZipArchiveEntry(path), new byte[3]);
            PackageZip.put(
                    out,
                    new ZipArchiveEntry("problem.yaml"),
                    "name: x".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(faultsOf(bytes.toByteArray()))
                .anySatisfy(f -> assertThat(f).contains(path).contains("absolute"));
    }

    @Test
    void refusesTheSamePathTwice() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            for (String path : List.of("problem.yaml", "./problem.yaml", "a/b", "a//b")) {
                PackageZip.put(
                        out, new ZipArchiveEntry(path), "name: x".getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(faultsOf(bytes.toByteArray()))
                .contains(
                        "problem.yaml is in the zip twice: keep one of them.",
                        "a/b is in the zip twice: keep one of them.");
    }

    @Test
    void refusesEncryptedFiles() {
        byte[] zip = PackageZip.current().zip();
        // bit 0 of the flags, 8 bytes into each entry of the central directory and 6 into each
        // header
        for (int i = 0; i + 10 < zip.length; i++) {
            if (zip[i] == 'P' && zip[i + 1] == 'K' && zip[i + 2] == 1 && zip[i + 3] == 2) {
                zip[i + 8] |= 1;
            } else if (zip[i] == 'P' && zip[i + 1] == 'K' && zip[i + 2] == 3 && zip[i + 3] == 4) {
                zip[i + 6] |= 1;
            }
        }
        assertThat(faultsOf(zip))
                .anySatisfy(f -> assertThat(f).contains("sum/problem.yaml is encrypted"));
    }

    @Test
    void noticesDamage() {
        byte[] zip = PackageZip.current().zip();
        int at = indexOf(zip, new byte[] {'P', 'K', 1, 2});
        zip[at + 16] ^= 0x55; // its checksum
        assertThat(faultsOf(zip)).anySatisfy(f -> assertThat(f).contains("damaged"));
    }

    @Test
    void survivesEveryTruncationAndManyFlippedBytes() {
        byte[] zip = PackageZip.current().zip();
        PackageReader reader = new PackageReader(PackageZip.SITE);
        for (int length = 0; length < zip.length; length += 7) {
            assertThat(reader.read(Arrays.copyOf(zip, length), null))
                    .isInstanceOf(PackageReading.Refused.class);
        }
        Random random = new Random(20250901);
        for (int round = 0; round < 500; round++) {
            byte[] broken = zip.clone();
            for (int i = 0; i < 3; i++) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            assertThat(reader.read(broken, null)).isNotNull();
        }
    }

    @Test
    void followsLinksInsideThePackage() {
        ProblemPackage problem =
                PackageZip.current()
                        .link("data/secret/03.in", "../sample/1.in")
                        .link("data/secret/03.ans", "./../tests/1.ans")
                        .link("data/tests", "sample")
                        .link("submissions/wrong_answer", "../elsewhere")
                        .with("elsewhere/zero.py", "print(0)")
                        .accepted();
        assertThat(problem.tests())
                .anySatisfy(test -> {
                    assertThat(test.name()).isEqualTo("secret/03");
                    assertThat(test.answer().content()).asString().isEqualTo("3\n");
                });
        assertThat(problem.submissions())
                .anySatisfy(s -> {
                    assertThat(s.path()).isEqualTo("wrong_answer/zero.py");
                    assertThat(s.expected()).containsExactly("wrong_answer");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "../../../etc/passwd",
                "../../../outside",
                "../..",
                "a/../../../../x",
                "..\\..\\x",
            })
    void refusesLinksOutside(String target) {
        assertThat(PackageZip.current().link("data/secret/link", target).faults())
                .anySatisfy(f -> assertThat(f).contains("sum/data/secret/link").contains("link"));
    }

    @Test
    void refusesALinkFromThePackageToWhatLiesBesideIt() {
        PackageZip zip = PackageZip.current().link("data/secret/link", "../../../beside/x");
        assertThat(zip.faults()).anySatisfy(f -> assertThat(f).contains("outside the package"));
    }

    @Test
    void refusesLinksInCirclesAndToNothing() {
        assertThat(
                        PackageZip.current()
                                .link("data/a", "b")
                                .link("data/b", "a")
                                .link("data/c", "nothing")
                                .link("data/secret/loop", "../secret")
                                .faults())
                .contains(
                        "sum/data/a is a link that leads to itself: put the file in its place.",
                        "sum/data/c is a link to nothing: put the file itself in its place.")
                .anySatisfy(f -> assertThat(f).startsWith("sum/data/secret/loop is a link"));
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        throw new AssertionError("not found");
    }
}
