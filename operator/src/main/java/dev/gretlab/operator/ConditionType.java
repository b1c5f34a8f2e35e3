/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

/** The conditions of a lab's parts, as they are named in the status. */
enum ConditionType {
    DATABASE_MIGRATED("DatabaseMigrated"),
    POOLER_AVAILABLE("PoolerAvailable"),
    API_AVAILABLE("ApiAvailable"),
    GATEWAY_AVAILABLE("GatewayAvailable"),
    RUNNERS_AVAILABLE("RunnersAvailable"),
    AUTOSCALING_ACTIVE("AutoscalingActive"),
    SANDBOX_VERIFIED("SandboxVerified");

    private final String type;

    ConditionType(String type) {
        this.type = type;
    }

    String type() {
        return type;
    }
}
