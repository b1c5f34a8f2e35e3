/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.jail.ExecCancelled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("unit")
@Timeout(60)
class CoresTests {

    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void noMoreRunThanThereAreCores() throws Exception {
        Cores cores = Cores.of(3, LONG);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        inParallel(
                8,
                () -> {
                    for (int i = 0; i < 200; i++) {
                        try (Cores.Share _ = cores.one(() -> false)) {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            LockSupport.parkNanos(10_000);
                            running.decrementAndGet();
                        }
                    }
                });
        assertThat(most.get()).isEqualTo(3);
    }

    @Test
    void whoWantsAllIsAloneThoughOthersKeepAsking() throws Exception {
        Cores cores = Cores.of(3, LONG);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger beside = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        inParallel(
                8,
                () -> {
                    boolean measuring = done.getAndIncrement() % 4 == 0;
                    for (int i = 0; i < 200; i++) {
                        try (Cores.Share _ =
                                measuring ? cores.all(() -> false) : cores.one(() -> false)) {
                            int now = running.incrementAndGet();
                            LockSupport.parkNanos(10_000);
                            if (measuring) {
                                beside.addAndGet(now - 1);
                            }
                            running.decrementAndGet();
                        }
                    }
                });
        assertThat(beside.get()).isZero();
    }

    @Test
    void nobodyWaitsForEver() throws Exception {
        Cores cores = Cores.of(1, Duration.ofMillis(20));
        Cores.Share sleeper = cores.one(() -> false);
        try (Cores.Share second = cores.one(() -> false)) {
            assertThat(second).isNotNull();
        }
        sleeper.close();
        // what ran beyond the cores has given back what it never had
        Cores.Share third = cores.one(() -> false);
        AtomicBoolean asked = new AtomicBoolean();
        assertThatThrownBy(() -> cores.one(() -> asked.getAndSet(true)))
                .isInstanceOf(ExecCancelled.class);
        third.close();
    }

    @Test
    void aCancelledJobLeavesTheLine() throws Exception {
        Cores cores = Cores.of(1, LONG);
        try (Cores.Share _ = cores.one(() -> false)) {
            assertThatThrownBy(() -> cores.all(() -> true)).isInstanceOf(ExecCancelled.class);
        }
        try (Cores.Share next = cores.one(() -> false)) {
            assertThat(next).isNotNull();
        }
    }

    @Test
    void uncountedNeverWaits() throws Exception {
        Cores cores = Cores.uncounted();
        try (Cores.Share one = cores.one(() -> true);
                Cores.Share _ = cores.all(() -> true);
                Cores.Share another = cores.one(() -> true)) {
            assertThat(another).isNotSameAs(one);
        }
    }

    private interface Task {
        void run() throws ExecCancelled;
    }

    private static void inParallel(int threads, Task task) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(
                        pool.submit(() -> {
                            task.run();
                            return null;
                        }));
            }
            for (Future<?> future : futures) {
                future.get(30, TimeUnit.SECONDS);
            }
        }
    }
}
