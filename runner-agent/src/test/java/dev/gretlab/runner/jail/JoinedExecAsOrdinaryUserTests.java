/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import org.junit.jupiter.api.Tag;

/** The same with a server that an ordinary user started. */
@Tag("jail")
class JoinedExecAsOrdinaryUserTests extends JoinedExecTests {

    @Override
    JailClient server() throws JailBroken {
        return RealJail.startAsOrdinaryUser(60_132);
    }
}
