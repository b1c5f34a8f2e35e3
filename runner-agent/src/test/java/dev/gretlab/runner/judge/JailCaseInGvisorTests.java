/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.RealJail;

/** The same cases with the jail inside gVisor, on machines that have it. */
class JailCaseInGvisorTests extends JailCaseTests {

    private static final int UID = 60_102;

    @Override
    JailBench bench() throws JailBroken {
        JailClient jail = RealJail.startInGvisor(UID);
        assertThat(jail.hello().isolation()).isEqualTo("gvisor");
        return new JailBench(jail);
    }

    /**
     * From outside a sandbox has processes of its own only; that none is left is seen by the next
     * job.
     */
    @Override
    long processes(JailBench of) {
        return 0;
    }
}
