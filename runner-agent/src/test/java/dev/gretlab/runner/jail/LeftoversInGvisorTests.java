/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import org.junit.jupiter.api.Tag;

/** The same with the jail inside gVisor, on machines that have it. */
@Tag("jail")
class LeftoversInGvisorTests extends LeftoversTests {

    @Override
    JailClient server() throws JailBroken {
        return RealJail.startInGvisor(60_135);
    }

    /** No test here: gVisor counts for its whole sandbox, and shows it to everybody in it. */
    @Override
    void theNetworkTellsNothingOfThoseBefore() {}
}
