/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.RealJail;
import dev.gretlab.runner.judge.Assignment;
import dev.gretlab.runner.judge.Cores;
import dev.gretlab.runner.judge.Judge;
import dev.gretlab.runner.judge.Judgement;
import dev.gretlab.runner.judge.Limits;
import dev.gretlab.runner.judge.Repeats;
import dev.gretlab.runner.judge.TestFiles;
import dev.gretlab.runner.judge.Verdict;
import dev.gretlab.runner.judge.Work;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.LanguageFile;
import dev.gretlab.runner.language.Languages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Languages that are no more than lines of a file, in the real jail. */
@Tag("jail")
class LanguagesAsDataTests {

    private static final int UID = 60_141;
    private static final Limits LIMITS = new Limits(2_000, 11_000, 64, 64);

    // below neither /tmp nor a home: the one is another folder in a jail, the other may be closed
    private Path folder = Path.of("/var/tmp");

    @BeforeEach
    void makeTools() throws IOException {
        folder = Files.createTempDirectory(folder, "gretlab-tools");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path tool = folder.resolve("shout");
        Files.writeString(
                tool,
                """
                #!/bin/sh
                case $1 in
                    --version) echo shout 7.1 ;;
                    check) grep -q '!' main.shout || { echo 'main.shout:1: nothing to shout' >&2; exit 1; } ;;
                    *) tr a-z A-Z < "$1"; cat ;;
                esac
                """);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void removeTools() throws IOException {
        Files.delete(folder.resolve("shout"));
        Files.delete(folder);
    }

    private Languages languages() throws IOException {
        Path file = Files.createTempFile("languages", ".yaml");
        try {
            Files.writeString(
                    file,
                    """
                    languages:
                      - id: shout
                        name: Shout
                        editorMode: shout
                        extension: shout
                        sourceFile: main.shout
                        folders: [%1$s, /opt/there-is-no-such-folder]
                        versionCommand: [%1$s/shout, --version]
                        versionPattern: 'shout (.*)'
                        compile:
                          argv: [%1$s/shout, check]
                          env: {PATH: '/usr/bin:/bin'}
                          cpuMs: 1000
                          wallMs: 5000
                          memoryMb: 64
                          addressSpace: true
                          processes: 8
                          outputKb: 4
                          fileMb: 1
                        run:
                          argv: [%1$s/shout, '{source}']
                          env: {PATH: '/usr/bin:/bin'}
                          addressSpace: true
                          processes: 8
                          cpuMultiplier: 1
                          memoryExtraMb: 0
                          outOfMemoryExitCodes: []
                      - id: absent
                        name: Absent
                        editorMode: absent
                        extension: absent
                        sourceFile: main.absent
                        versionCommand: [gretlab-has-no-such-language, --version]
                        versionPattern: '(.*)'
                        run:
                          argv: [gretlab-has-no-such-language]
                          env: {}
                          addressSpace: true
                          processes: 8
                          cpuMultiplier: 1
                          memoryExtraMb: 0
                          outOfMemoryExitCodes: []
                    """
                            .formatted(folder));
            return LanguageFile.read(file);
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void aLanguageThatOnlyTheFileKnowsIsFoundCompiledAndRun() throws Exception {
        Languages languages = languages();
        try (JailClient jail = RealJail.start(UID, languages.folders())) {
            Map<Language, String> versions = new JailProbe(jail).versions(languages);
            assertThat(versions.values()).as("the absent one is left out").containsExactly("7.1");

            Judgement judgement = judge(languages, jail, "hello!\n", "and input");
            assertThat(judgement.verdict()).isEqualTo(Verdict.ACCEPTED);
            assertThat(judgement.stdout()).asString().isEqualTo("HELLO!\nand input");

            Judgement broken = judge(languages, jail, "hello\n", "");
            assertThat(broken.verdict()).isEqualTo(Verdict.COMPILE_ERROR);
            assertThat(broken.compileOutput()).asString().startsWith("main.shout:1:");
        }
    }

    private static Judgement judge(
            Languages languages, JailClient jail, String source, String stdin) throws Exception {
        Repeats repeats = new Repeats(Duration.ofHours(1), Duration.ofHours(1), System::nanoTime);
        return new Judge(languages, repeats, Cores.uncounted())
                .judge(
                        new Assignment(
                                7,
                                "shout",
                                source.getBytes(StandardCharsets.UTF_8),
                                LIMITS,
                                new Work.FreeRun(stdin.getBytes(StandardCharsets.UTF_8))),
                        jail,
                        new NoFiles(),
                        (done, total) -> {},
                        () -> false);
    }

    @Test
    void itsToolsAreThereToReadOnly() throws Exception {
        Languages languages = languages();
        assertThat(languages.folders()).containsExactly(folder);
        try (JailClient jail = RealJail.start(UID, languages.folders())) {
            jail.open(1 << 20);
            assertThat(
                            jail.exec(
                                            dev.gretlab.runner.judge.Launch.tool(
                                                    List.of(
                                                            "sh",
                                                            "-c",
                                                            "test -x %1$s/shout && ! touch %1$s/x"
                                                                    .formatted(folder))),
                                            piece -> {},
                                            piece -> {},
                                            () -> false)
                                    .succeeded())
                    .isTrue();
        }
    }

    /** A run has no test files. */
    private static final class NoFiles implements TestFiles {

        @Override
        public InputStream open(String hash) throws IOException {
            throw new IOException("no file " + hash);
        }

        @Override
        public long size(String hash) throws IOException {
            throw new IOException("no file " + hash);
        }
    }
}
