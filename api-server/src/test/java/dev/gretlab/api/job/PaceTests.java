/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PaceTests {

    @Test
    void whoIsNextAsksSoonAndWhoIsFarBackSeldom() {
        assertThat(Pace.queued(0, 0.5)).isEqualTo(150);
        assertThat(Pace.queued(10, 0.5)).isEqualTo(2150);
        assertThat(Pace.queued(1_000_000, 0.5)).isEqualTo(12_000);
        int before = 0;
        for (int ahead = 0; ahead < 200; ahead++) {
            assertThat(Pace.queued(ahead, 0.5)).isGreaterThanOrEqualTo(before);
            before = Pace.queued(ahead, 0.5);
        }
    }

    @Test
    void threeHundredWhoWaitAskAtMostSixtyTimesASecond() {
        Random random = new Random(7);
        double perSecond = 0;
        for (int ahead = 0; ahead < 300; ahead++) {
            perSecond += 1000.0 / Pace.queued(ahead, random.nextDouble());
        }
        // and two that run
        perSecond += 2 * 1000.0 / Pace.running(0, 0.5);
        assertThat(perSecond).isLessThan(60);
    }

    @Test
    void thoseWhoCameTogetherAreSpread() {
        assertThat(Pace.queued(100, 0)).isEqualTo(9600);
        assertThat(Pace.queued(100, 1)).isEqualTo(14_400);
        assertThat(Pace.running(0, 0)).isEqualTo(240);
        assertThat(Pace.running(0, 1)).isEqualTo(360);
    }

    @Test
    void whatRunsLongIsAskedForSeldom() {
        assertThat(Pace.running(2000, 0.5)).isEqualTo(500);
        assertThat(Pace.running(60_000, 0.5)).isEqualTo(1000);
    }
}
