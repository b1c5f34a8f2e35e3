/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.GretlabSpec;
import java.util.Optional;

/**
 * Whether the database takes all connections that a lab may open: it would refuse the last ones
 * when the lab has grown to its full size, which is when it is needed most.
 */
final class Connections {

    /** One for the queue's calls, one on which a runner is woken up. */
    private static final int OF_A_RUNNER = 2;

    /** On which a replica is told of changes; its queries go through PgBouncer. */
    private static final int OF_AN_API_REPLICA = 1;

    /** One for each of its triggers. */
    private static final int OF_KEDA = 2;

    private Connections() {}

    /** What to do, when there are too few. */
    static Optional<String> tooFew(GretlabSpec spec, Heard heard) {
        return heard instanceof Heard.Told(LabState state)
                ? tooFew(spec, state.connectionLimit())
                : Optional.empty();
    }

    private static Optional<String> tooFew(GretlabSpec spec, int limit) {
        int ofPoolers = spec.pgbouncer().replicas() * spec.pgbouncer().poolSize();
        int ofRunners = spec.runners().max() * OF_A_RUNNER;
        int ofApi = spec.api().max() * OF_AN_API_REPLICA;
        int most = ofPoolers + ofRunners + ofApi + OF_KEDA;
        return limit == LabState.UNKNOWN_LIMIT || most <= limit
                ? Optional.empty()
                : Optional.of(
                        "At its full size the lab opens %d connections to the database (%d of PgBouncer, %d of runners, %d of the API, %d of KEDA), which takes %d: raise max_connections of the database, or lower pgbouncer.poolSize or runners.max."
                                .formatted(most, ofPoolers, ofRunners, ofApi, OF_KEDA, limit));
    }
}
