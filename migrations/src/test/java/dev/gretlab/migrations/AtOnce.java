/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does something many times at the same instant. */
final class AtOnce {

    private AtOnce() {}

    /** One of the things done at once. */
    interface Task<T> {
        T run(int number) throws Exception;
    }

    /**
     * Runs the task on so many threads, which begin together; answers what each gave. The first
     * failure is thrown.
     */
    static <T> List<T> run(int threads, Task<T> task) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                futures.add(
                        executor.submit(() -> {
                            start.await();
                            return task.run(number);
                        }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                try {
                    results.add(future.get());
                } catch (ExecutionException e) {
                    executor.shutdownNow();
                    throw new AssertionError("one of " + threads + " at once failed", e.getCause());
                }
            }
            return results;
        }
    }
}
