/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RepeatsTests {

    @Test
    void areCappedAMinute() {
        AtomicLong now = new AtomicLong();
        Repeats repeats = new Repeats(2, 2, now::get);
        assertThat(repeats.begin(1)).isTrue();
        repeats.end();
        now.addAndGet(TimeUnit.SECONDS.toNanos(30));
        assertThat(repeats.begin(1)).isTrue();
        repeats.end();
        assertThat(repeats.begin(1)).isFalse();
        now.addAndGet(TimeUnit.SECONDS.toNanos(30));
        assertThat(repeats.begin(1)).isTrue();
        assertThat(repeats.begin(1)).isFalse();
    }

    @Test
    void ofOneStudentLeaveRoomForTheOthers() {
        AtomicLong now = new AtomicLong();
        Repeats repeats = new Repeats(4, 2, now::get);
        assertThat(repeats.begin(1)).isTrue();
        assertThat(repeats.begin(1)).isTrue();
        assertThat(repeats.begin(1)).isFalse();
        assertThat(repeats.begin(2)).isTrue();
        now.addAndGet(TimeUnit.MINUTES.toNanos(1));
        assertThat(repeats.begin(1)).isTrue();
    }

    @Test
    void holdBackNewJobsUntilTheLastHasEnded() {
        Repeats repeats = new Repeats(9, 9, System::nanoTime);
        AtomicInteger quiet = new AtomicInteger();
        repeats.whenQuiet(quiet::incrementAndGet);
        assertThat(repeats.running()).isFalse();
        assertThat(repeats.begin(1)).isTrue();
        assertThat(repeats.begin(1)).isTrue();
        repeats.end();
        assertThat(repeats.running()).isTrue();
        assertThat(quiet).hasValue(0);
        repeats.end();
        assertThat(repeats.running()).isFalse();
        assertThat(quiet).hasValue(1);
    }
}
