/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.error;

/** Ends a request with a problem. Cheap: it has no stack trace. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    ApiException(Problem problem) {
        super(problem.name(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
