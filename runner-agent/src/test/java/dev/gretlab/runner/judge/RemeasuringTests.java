/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Stop;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RemeasuringTests {

    private static final Finding NEAR = new Finding(Verdict.TIME_LIMIT, Stop.CPU, true);
    private static final Finding SURE = new Finding(Verdict.TIME_LIMIT, Stop.CPU, false);

    private final Remeasuring remeasuring = new Remeasuring();

    private static Ended inflated(long thousandths) {
        return new Ended(0, null, Stop.NONE, 1, 1, 1, 0, 0, false, thousandths, false, false);
    }

    @Test
    void aNearMissIsMeasuredOnceMoreAndNotOnEveryTest() {
        for (int test = 1; test <= 3; test++) {
            assertThat(remeasuring.wants(inflated(1000), NEAR, 1)).isTrue();
            assertThat(remeasuring.wants(inflated(1000), NEAR, 2)).isFalse();
        }
        assertThat(remeasuring.wants(inflated(1000), NEAR, 1)).isFalse();
    }

    @Test
    void onALoadedMachineItIsMeasuredUntilItIsSureButNotForEver() {
        for (int test = 1; test <= 10; test++) {
            assertThat(remeasuring.wants(inflated(3000), NEAR, 1)).isTrue();
            assertThat(remeasuring.wants(inflated(3000), NEAR, 3)).isTrue();
            assertThat(remeasuring.wants(inflated(3000), NEAR, 4)).isFalse();
        }
        assertThat(remeasuring.wants(inflated(1000), NEAR, 1)).isTrue();
    }

    @Test
    void whatIsSureIsNotMeasuredAgain() {
        assertThat(remeasuring.wants(inflated(3000), SURE, 1)).isFalse();
    }
}
