/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class LanguageFileTests {

    private static final String GOOD =
            """
            languages:
              - id: shell
                name: Shell
                editorMode: shell
                extension: sh
                sourceFile: main.sh
                folders: [/opt/shell, /srv/tools-1.2]
                versionCommand: [sh, --version]
                versionPattern: 'v([0-9]+)'
                run:
                  argv: [sh, '-m{memoryMb}', '{source}', '{other}']
                  env: {LANG: C.UTF-8, SIZE: '{memoryMb}'}
                  warm: true
                  addressSpace: true
                  processes: 64
                  cpuMultiplier: 1.5
                  memoryExtraMb: 16
                  outOfMemoryExitCodes: [3, 134]
            """;

    @Test
    void aLanguageIsWhatTheFileSays() {
        Language shell = LanguageFile.parse(GOOD).all().iterator().next();
        assertThat(shell.compile()).isNull();
        assertThat(shell.folders()).containsExactly("/opt/shell", "/srv/tools-1.2");
        assertThat(shell.run().cpuMultiplier()).isEqualTo(1.5);
        assertThat(shell.run().outOfMemoryExitCodes()).containsExactlyInAnyOrder(3, 134);
        assertThat(shell.runArguments(128))
                .containsExactly("sh", "-m128", "/box/main.sh", "{other}");
        assertThat(shell.runWarmAt()).isEqualTo("/box/main.sh");
        Language cold = LanguageFile.parse(GOOD.replace("warm: true", "")).all().iterator().next();
        assertThat(cold.runWarmAt()).isNull();
        assertThat(shell.runEnvironment(128)).containsExactly("LANG=C.UTF-8", "SIZE=128");
    }

    @Test
    void theProductsOwnFileIsRight() {
        Path file =
                Path.of(System.getProperty("gretlab.root", ".."))
                        .resolve("sandbox-runtimeclass/languages.yaml");
        assertThat(LanguageFile.read(file).all())
                .extracting(Language::id)
                .contains("python", "c", "cpp", "java", "javascript", "go", "rust", "kotlin");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id: shell | id: Shell | id must be lower-case",
                "name: Shell | title: Shell | language \"shell\": name is missing",
                "name: Shell | name: 7 | name must be text",
                "extension: sh | extension: sh, colour: red | \"colour\" is not known here",
                "main.sh | ../main.sh | sourceFile must be a plain file name",
                "v([0-9]+) | v([0-9]+ | versionPattern is no regular expression",
                "v([0-9]+) | v[0-9]+ | versionPattern needs a group",
                "/opt/shell | opt/shell | folders must be absolute paths",
                "/opt/shell | /opt/../root | folders must be absolute paths",
                "/opt/shell | /opt/./x | folders must be absolute paths",
                "/opt/shell | / | folders must be absolute paths",
                "/opt/shell | /tmp/shell | folders cannot show",
                "/opt/shell | /work | folders cannot show",
                "/opt/shell | /etc/x | folders cannot show",
                "/opt/shell | 7 | folders must be a list of texts",
                "[sh, --version] | [] | versionCommand must not be empty",
                "[sh, --version] | sh | versionCommand must be a list",
                "[sh, --version] | [sh, 7] | versionCommand must be a list of texts",
                "processes: 64 | processes: 0 | run: processes must be a whole number from 1",
                "processes: 64 | processes: many | run: processes must be a whole number",
                "addressSpace: true | addressSpace: maybe | run: addressSpace must be true or false",
                "warm: true | warm: maybe | run: warm must be true or false",
                "cpuMultiplier: 1.5 | cpuMultiplier: 0 | run: cpuMultiplier must be a number from",
                "[3, 134] | [3, 300] | outOfMemoryExitCodes must be a whole number from 1 to 255",
                "{LANG: C.UTF-8 | {LANG: 7 | env must be a map of texts",
                "languages: | tongues: | languages is missing"
            })
    void everyFaultIsNamed(String good, String bad, String sentence) {
        assertThat(GOOD).contains(good);
        String text = GOOD.replace(good, bad.replace(", colour", "\n    colour"));
        assertThatThrownBy(() -> LanguageFile.parse(text)).hasMessageContaining(sentence);
    }

    @Test
    void whatIsNoMapOrNoYamlIsRefused() {
        assertThatThrownBy(() -> LanguageFile.parse("- a")).hasMessageContaining("must be a map");
        assertThatThrownBy(() -> LanguageFile.parse("a: [")).hasMessageContaining("YAML");
        assertThatThrownBy(() -> LanguageFile.parse("languages: []"))
                .hasMessageContaining("no language");
        assertThatThrownBy(() -> LanguageFile.parse("languages: !!java.net.URL [x]"))
                .hasMessageContaining("YAML");
        String twice = GOOD + GOOD.substring(GOOD.indexOf("  - id"));
        assertThatThrownBy(() -> LanguageFile.parse(twice)).hasMessageContaining("there twice");
        assertThatThrownBy(() -> LanguageFile.read(Path.of("/nowhere.yaml")))
                .hasMessageContaining("/nowhere.yaml");
    }
}
