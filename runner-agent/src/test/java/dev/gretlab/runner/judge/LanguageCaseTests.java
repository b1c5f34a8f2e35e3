/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.RealJail;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/**
 * The same questions to every language: input, compile errors, how it ends, time, memory, threads.
 * What this machine has no tools for is skipped.
 */
@Tag("jail")
class LanguageCaseTests extends JailCaseTests {

    private static final int UID = 60_103;

    @Override
    JailBench bench() throws JailBroken {
        return new JailBench(UID);
    }

    @Override
    Path file() {
        return RealJail.root().resolve("sandbox-runtimeclass/cases/languages.json");
    }
}
