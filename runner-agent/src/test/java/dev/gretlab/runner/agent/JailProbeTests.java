/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.RealJail;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A runner that finds a claim of its jail broken does not start, so none may be broken here. */
@Tag("jail")
class JailProbeTests {

    @Test
    void allClaimsHoldInNamespaces() throws JailException {
        allClaimsHold(RealJail.start(60_141));
    }

    @Test
    void allClaimsHoldInGvisor() throws JailException {
        allClaimsHold(RealJail.startInGvisor(60_142));
    }

    private static void allClaimsHold(JailClient started) throws JailException {
        try (JailClient jail = started) {
            var outcome = new JailProbe(jail).selfTest();
            assertThat(JailProbe.broken(outcome)).as("%s", outcome).isEmpty();
            assertThat(outcome).containsEntry("systemReadOnly", true);
        }
    }
}
