/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** Waits for verdicts by events, as the page does. */
public final class Verdicts {

    private static final long STREAM_LONGEST_MS = 60_000;
    private static final long AGAIN_NANOS = 1_000_000_000;

    private Verdicts() {}

    /**
     * The finished run or submission at this path, with all that its owner may see. A stream that
     * ended without the verdict is opened again.
     */
    public static JsonNode await(LabClient client, String path) throws InterruptedException {
        while (true) {
            try (EventStream events = client.events(path + "/events")) {
                EventStream.Next next = events.next(STREAM_LONGEST_MS);
                while (next instanceof EventStream.Event event) {
                    if (event.data().path("state").asString().equals("done")) {
                        return client.get(path).expect(200).body();
                    }
                    next = events.next(STREAM_LONGEST_MS);
                }
                if (next instanceof EventStream.End end && end.status() != 200) {
                    LockSupport.parkNanos(AGAIN_NANOS);
                }
            }
        }
    }
}
