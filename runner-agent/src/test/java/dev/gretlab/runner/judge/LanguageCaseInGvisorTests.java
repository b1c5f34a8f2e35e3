/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.RealJail;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The same inside gVisor, on machines that have it. */
@Tag("jail")
class LanguageCaseInGvisorTests extends JailCaseInGvisorTests {

    @Override
    Path file() {
        return RealJail.root().resolve("sandbox-runtimeclass/cases/languages.json");
    }
}
