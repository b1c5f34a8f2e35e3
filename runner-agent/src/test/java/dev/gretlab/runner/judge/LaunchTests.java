/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.ExecLimits;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.LanguageFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a problem's limits become for a language. */
@Tag("unit")
class LaunchTests {

    private static final Limits PROBLEM = new Limits(1_500, 9_500, 128, 2_048);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Language language(String cpuMultiplier, int memoryExtraMb, boolean addressSpace)
            throws IOException {
        Path file = folder.resolve("languages.yaml");
        Files.writeString(
                file,
                """
                languages:
                  - id: shell
                    name: Shell
                    editorMode: shell
                    extension: sh
                    sourceFile: main.sh
                    versionCommand: [sh, --version]
                    versionPattern: 'v([0-9]+)'
                    run:
                      argv: [sh, '-m{memoryMb}', '{source}']
                      env: {}
                      addressSpace: %s
                      processes: 7
                      cpuMultiplier: %s
                      memoryExtraMb: %s
                      outOfMemoryExitCodes: []
                """
                        .formatted(addressSpace, cpuMultiplier, memoryExtraMb));
        return Objects.requireNonNull(LanguageFile.read(file).find("shell"));
    }

    @Test
    void aLanguageMultipliesTheTimeAndAddsMemoryOfItsOwn() throws IOException {
        Language slow = language("2.5", 40, true);
        Limits effective = Launch.effective(slow, PROBLEM);
        assertThat(effective).isEqualTo(new Limits(3_750, 3 * 3_750 + 5_000, 128, 2_048));
        ExecLimits limits = Launch.run(slow, effective, 1.25).limits();
        assertThat(limits.cpuMicros()).isEqualTo(4_687_500);
        assertThat(limits.memory()).isEqualTo((128 + 40) << 20);
        assertThat(limits.output()).isEqualTo(2 << 20);
        assertThat(Launch.run(slow, effective, 1).arguments())
                .as("its own memory is not the program's")
                .containsExactly("sh", "-m128", "/box/main.sh");
    }

    @Test
    void whereNothingIsMultipliedTheProblemsOwnLimitsHold() throws IOException {
        assertThat(Launch.effective(language("1", 0, false), PROBLEM)).isEqualTo(PROBLEM);
        // a wall limit is never below what the CPU limit makes of it
        assertThat(Launch.effective(language("1", 0, false), new Limits(2_000, 1, 64, 1)))
                .isEqualTo(new Limits(2_000, 11_000, 64, 1));
    }
}
