/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.language.Command;
import dev.gretlab.runner.language.CompileStep;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.LanguageFile;
import dev.gretlab.runner.language.Languages;
import dev.gretlab.runner.language.RunStep;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CapacityTests {

    // compiling needs 448 MiB, which with the workspace makes 512 beyond a job's own limit
    private static final Languages LANGUAGES = new Languages(List.of(language(448)));

    private static Language language(int compileMb) {
        Command command = new Command(List.of("x"), Map.of());
        return new Language(
                "x",
                "X",
                "x",
                "x",
                "main.x",
                List.of(),
                List.of("x"),
                Pattern.compile("(x)"),
                new CompileStep(command, 1, 1, compileMb, false, 1, 1, 1),
                new RunStep(command, false, 1, 1, 0, Set.of()));
    }

    private static Capacity of(OptionalInt slots, OptionalInt memoryMb, int cores, long machineMb)
            throws SettingsException {
        return Capacity.of(slots, memoryMb, cores, machineMb, LANGUAGES);
    }

    @Test
    void coresMemoryAndEightBoundTheSlots() throws SettingsException {
        OptionalInt unsaid = OptionalInt.empty();
        assertThat(of(unsaid, unsaid, 2, 65_536).slots()).isEqualTo(2);
        assertThat(of(unsaid, unsaid, 64, 65_536).slots()).isEqualTo(8);
        assertThat(of(unsaid, unsaid, 64, 384 + 3 * 768).slots()).isEqualTo(3);
        assertThat(of(unsaid, unsaid, 64, 384 + 600).slots()).isEqualTo(1);
    }

    @Test
    void memoryIsDividedAsPlatformTeamsAreTold() throws SettingsException {
        Languages all =
                LanguageFile.read(
                        Path.of(System.getProperty("gretlab.root"))
                                .resolve("sandbox-runtimeclass/languages.yaml"));
        // docs/platform.md, and the doc comment of the resource's memory
        int agent = 768;
        assertThat(Capacity.of(OptionalInt.of(2), OptionalInt.of(3072 - agent), 2, 65_536, all))
                .isEqualTo(new Capacity(2, 640));
        assertThat(Capacity.of(OptionalInt.empty(), OptionalInt.of(4096 - agent), 2, 65_536, all))
                .isEqualTo(new Capacity(2, 1664));
    }

    @Test
    void whatIsSaidIsKept() throws SettingsException {
        assertThat(of(OptionalInt.of(5), OptionalInt.of(4_000), 2, 65_536))
                .isEqualTo(new Capacity(5, 4_000 - 5 * 512));
    }

    @Test
    void tooLittleMemoryIsRefused() {
        assertThatThrownBy(() -> of(OptionalInt.of(4), OptionalInt.of(2_200), 2, 65_536))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("4 slots need at least 2304 MiB");
        assertThatThrownBy(() -> of(OptionalInt.empty(), OptionalInt.empty(), 2, 900))
                .isInstanceOf(SettingsException.class);
    }
}
