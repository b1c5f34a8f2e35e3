/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lab is.
 *
 * @param observedGeneration The generation of the resource that this status speaks of.
 * @param version The version that the database is at.
 * @param url Where students go.
 * @param data Where the data is, which deletionPolicy Retain keeps.
 * @param conditions Ready, Reconciling and Stalled as of the whole; DatabaseMigrated,
 *     PoolerAvailable, ApiAvailable, GatewayAvailable, RunnersAvailable, AutoscalingActive and
 *     SandboxVerified of the parts, each with its cause.
 */
public record GretlabStatus(
        @Nullable Long observedGeneration,
        @Nullable String version,
        @Nullable String url,
        @Nullable String data,
        @Nullable List<Condition> conditions) {}
