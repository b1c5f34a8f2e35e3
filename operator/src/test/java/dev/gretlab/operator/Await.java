/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what a condition says. */
final class Await {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        until(what, PATIENCE, condition, () -> "");
    }

    static void until(String what, BooleanSupplier condition, Supplier<String> instead) {
        until(what, PATIENCE, condition, instead);
    }

    static void until(
            String what, Duration patience, BooleanSupplier condition, Supplier<String> instead) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not in time: " + what + "; instead: " + instead.get());
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }
}
