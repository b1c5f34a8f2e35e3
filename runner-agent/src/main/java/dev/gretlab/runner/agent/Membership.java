/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.Paces;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.Registered;
import dev.gretlab.runner.queue.Registration;
import java.time.Duration;
import java.util.UUID;

/** Under which id the database knows this runner, and the paces that it asks for. */
final class Membership {

    private static final System.Logger log = System.getLogger(Membership.class.getName());

    private final Queue queue;
    private final Registration registration;
    private volatile Registered registered;
    private volatile Paces paces;

    private Membership(Queue queue, Registration registration, Registered registered) {
        this.queue = queue;
        this.registration = registration;
        this.registered = registered;
        this.paces = registered.paces();
    }

    /** Registers, however long the database is away. */
    static Membership join(Queue queue, Registration registration) throws InterruptedException {
        while (true) {
            try {
                Registered registered = queue.register(registration);
                log.log(System.Logger.Level.INFO, "Registered as {0}.", registered.runnerId());
                return new Membership(queue, registration, registered);
            } catch (DatabaseAway e) {
                Thread.sleep(Duration.ofMillis(500));
            }
        }
    }

    UUID id() {
        return registered.runnerId();
    }

    Paces paces() {
        return paces;
    }

    void paces(Paces newer) {
        paces = newer;
    }

    Duration databaseAhead() {
        return registered.ahead();
    }

    /**
     * The database does not know this id any more: registers anew, unless that was done already.
     */
    synchronized void renew(UUID unknown) throws DatabaseAway {
        if (registered.runnerId().equals(unknown)) {
            registered = queue.register(registration);
            paces = registered.paces();
            log.log(
                    System.Logger.Level.WARNING,
                    "The database did not know this runner; registered again as {0}.",
                    registered.runnerId());
        }
    }
}
