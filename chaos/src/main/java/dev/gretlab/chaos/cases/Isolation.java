/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.cases;

import dev.gretlab.chaos.client.LabClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What keeps programs apart in a lab, as its runners say. */
final class Isolation {

    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(60);
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(200);

    private Isolation() {}

    /**
     * gvisor or namespaces; the weaker one where runners differ. Waits for the first runner.
     *
     * @param staff someone who may ask for the overview
     */
    static String of(LabClient staff) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < LONGEST_WAIT) {
            String isolation =
                    staff.get("/api/v1/overview").expect(200).body().path("isolation").asString("");
            if (!isolation.isEmpty()) {
                return isolation;
            }
            LockSupport.parkNanos(AGAIN);
        }
        throw new IllegalArgumentException("No runner is online in this lab.");
    }
}
