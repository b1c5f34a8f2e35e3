/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RepeatsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AtomicLong now = new AtomicLong();
    private final Repeats repeats =
            new Repeats(Duration.ofSeconds(15), Duration.ofSeconds(5), now::get);

    private void repeat(long student, Duration length) {
        try (Repeats.Repeat repeat = repeats.begin(student, length)) {
            assertThat(repeat).isNotNull();
            now.addAndGet(length.toNanos());
        }
    }

    @Test
    void ofOneStudentTakeSoMuchTimeAndNoMore() {
        repeat(1, SECOND.multipliedBy(2));
        repeat(1, SECOND.multipliedBy(3));
        assertThat(repeats.begin(1, SECOND)).isNull();
        // another one's are none of that
        repeat(2, SECOND);
        // a fifth of a minute brings a second back
        now.addAndGet(Duration.ofSeconds(12).toNanos());
        repeat(1, SECOND);
        assertThat(repeats.begin(1, SECOND)).isNull();
    }

    @Test
    void ofAllTogetherTakeSoMuchTime() {
        for (int student = 0; student < 5; student++) {
            repeat(student, SECOND.multipliedBy(3));
        }
        assertThat(repeats.begin(9, SECOND.multipliedBy(5))).isNull();
    }

    @Test
    void aLongOneIsPaidForAfterwards() {
        repeat(1, SECOND.multipliedBy(20));
        now.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(repeats.begin(1, SECOND)).isNull();
        now.addAndGet(Duration.ofMinutes(2).toNanos());
        repeat(1, SECOND);
    }

    @Test
    void whatTookLongerThanExpectedCounts() {
        try (Repeats.Repeat repeat = repeats.begin(1, SECOND)) {
            Objects.requireNonNull(repeat).took(Duration.ofSeconds(65));
            now.addAndGet(Duration.ofSeconds(65).toNanos());
        }
        now.addAndGet(Duration.ofMinutes(10).toNanos());
        assertThat(repeats.begin(1, SECOND)).isNull();
    }

    @Test
    void holdBackNewJobsUntilTheLastHasEnded() {
        AtomicInteger quiet = new AtomicInteger();
        repeats.whenQuiet(quiet::incrementAndGet);
        assertThat(repeats.running()).isFalse();
        Repeats.Repeat one = Objects.requireNonNull(repeats.begin(1, SECOND));
        Repeats.Repeat two = Objects.requireNonNull(repeats.begin(2, SECOND));
        one.close();
        assertThat(repeats.running()).isTrue();
        assertThat(quiet).hasValue(0);
        two.close();
        assertThat(repeats.running()).isFalse();
        assertThat(quiet).hasValue(1);
    }
}
