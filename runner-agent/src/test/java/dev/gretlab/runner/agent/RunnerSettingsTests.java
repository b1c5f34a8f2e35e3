/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class RunnerSettingsTests {

    private static final Map<String, String> GOOD =
            Map.of(
                    "GRETLAB_DB_URL", "jdbc:postgresql://localhost/gretlab",
                    "GRETLAB_DB_USER", "runner",
                    "GRETLAB_DB_PASSWORD", "open sesame",
                    "GRETLAB_JAIL", "/opt/gretlab-jail",
                    "GRETLAB_LANGUAGES", "/opt/languages.yaml",
                    "GRETLAB_WORK_DIR", "/work");

    private static Map<String, String> with(String name, String value) {
        Map<String, String> environment = new HashMap<>(GOOD);
        environment.put(name, value);
        return environment;
    }

    @Test
    void whatIsLeftOutHasADefault() throws SettingsException {
        RunnerSettings settings = RunnerSettings.from(GOOD);
        assertThat(settings.slots()).isEmpty();
        assertThat(settings.jailPrefix()).isEmpty();
        assertThat(settings.firstUid()).isEqualTo(60_000);
        assertThat(settings.httpPort()).isEqualTo(9090);
        assertThat(settings.httpBind()).isEqualTo("0.0.0.0");
        assertThat(settings.name()).isNotBlank();
        assertThat(settings.metricsToken()).isNull();
        assertThat(settings.database().password()).isEqualTo("open sesame");
    }

    @Test
    void aPrefixMayHaveSpacesInItsWords() throws SettingsException {
        assertThat(
                        RunnerSettings.from(with("GRETLAB_JAIL_PREFIX", "/my lab/in-gvisor\n--x\n"))
                                .jailPrefix())
                .containsExactly("/my lab/in-gvisor", "--x");
    }

    @Test
    void everythingThatIsMissingIsNamed() {
        assertThatThrownBy(() -> RunnerSettings.from(Map.of()))
                .isInstanceOf(SettingsException.class)
                .hasMessageContainingAll(
                        "Set GRETLAB_DB_URL to",
                        "Set GRETLAB_DB_USER.",
                        "Set GRETLAB_DB_PASSWORD, or GRETLAB_DB_PASSWORD_FILE",
                        "Set GRETLAB_JAIL to",
                        "Set GRETLAB_LANGUAGES to",
                        "Set GRETLAB_WORK_DIR to");
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(() -> RunnerSettings.from(with("GRETLAB_SLOTS", "0")))
                .hasMessage("GRETLAB_SLOTS must be a whole number from 1 to 64.");
        assertThatThrownBy(() -> RunnerSettings.from(with("GRETLAB_HTTP_PORT", "http")))
                .hasMessage("GRETLAB_HTTP_PORT must be a whole number from 0 to 65535.");
        assertThatThrownBy(() -> RunnerSettings.from(with("GRETLAB_DB_URL", "r2dbc:x")))
                .hasMessageContaining("must begin with jdbc:postgresql://");
        assertThatThrownBy(() -> RunnerSettings.from(with("METRICS_TOKEN_FILE", "/nowhere")))
                .hasMessage("METRICS_TOKEN_FILE names /nowhere, which cannot be read.");
    }

    @Test
    void aSecretMayLieInAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "from a file\n");
        RunnerSettings settings =
                RunnerSettings.from(with("GRETLAB_DB_PASSWORD_FILE", file.toString()));
        assertThat(settings.database().password()).isEqualTo("from a file");
    }

    @Test
    void noSecretIsPrinted() throws SettingsException {
        RunnerSettings settings = RunnerSettings.from(with("METRICS_TOKEN", "a secret token"));
        assertThat(settings + " " + settings.database())
                .doesNotContain("open sesame", "a secret token");
    }
}
