/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LimitsTests {

    private final Settings settings =
            new Settings(
                    Map.of(
                            "cpu_ms",
                            "2000",
                            "memory_mb",
                            "256",
                            "output_kb",
                            "1024",
                            "highest_cpu_ms",
                            "20000",
                            "highest_memory_mb",
                            "2048",
                            "highest_output_kb",
                            "65536",
                            "languages_off",
                            "c,java"));

    @Test
    void whatIsAskedForIsClamped() {
        assertThat(
                        new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE)
                                .clamped(settings))
                .isEqualTo(new Limits(20_000, 2048, 65_536));
        assertThat(new Limits(-5, 0, 0).clamped(settings)).isEqualTo(new Limits(100, 16, 1));
        assertThat(Limits.standard(settings).clamped(settings))
                .isEqualTo(new Limits(2000, 256, 1024));
    }

    @Test
    void wallTimeIsThreeTimesCpuAndFiveSeconds() {
        assertThat(new Limits(2000, 256, 1024).wallMs()).isEqualTo(11_000);
    }

    @Test
    void theListOfLanguagesIsRead() {
        assertThat(settings.languagesOff()).isEqualTo(Set.of("c", "java"));
        assertThat(new Settings(Map.of("languages_off", "")).languagesOff()).isEmpty();
    }
}
