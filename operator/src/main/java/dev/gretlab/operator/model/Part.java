/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import java.util.Locale;

/** The parts of a lab that run in pods. */
public enum Part {
    DATABASE,
    MIGRATE,
    PGBOUNCER,
    API,
    RUNNERS,
    GATEWAY;

    /** In names and labels. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
