/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;

/**
 * The connection pooler between API replicas and the database.
 *
 * @param replicas How many poolers.
 * @param poolSize Connections that one pooler holds to the database, at most. All poolers together,
 *     the runners (two each) and the API replicas (one each, for notifications) must fit into the
 *     server's max_connections.
 * @param maxClients Connections that one pooler takes from API replicas.
 * @param cpu Cores that each asks for: a whole number, or thousandths as in 500m.
 * @param memory Memory that each asks for and never exceeds, in Mi or Gi.
 */
public record PgBouncerSpec(
        @Default("2") @Min(1) @Max(10) int replicas,
        @Default("25") @Min(1) @Max(1000) int poolSize,
        @Default("3000") @Min(50) @Max(100000) int maxClients,
        @Default("100m") @Size(max = 20) @Pattern("^[1-9][0-9]*m?$") String cpu,
        @Default("64Mi") @Size(max = 20) @Pattern("^[1-9][0-9]*(Mi|Gi)$") String memory) {}
