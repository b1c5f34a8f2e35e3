/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test method, or a class's set-up, a {@link Lab} of its own. All classes of a test run
 * share one server, because starting one takes longer than most tests.
 */
final class LabResolver implements ParameterResolver {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(LabResolver.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Lab.class || type == PostgresServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        PostgresServer server =
                context.getRoot()
                        .getStore(NAMESPACE)
                        .computeIfAbsent(
                                "server", key -> PostgresServer.start(), PostgresServer.class);
        if (parameter.getParameter().getType() == PostgresServer.class) {
            return server;
        }
        Lab lab = Lab.open(server);
        // the store closes what it holds
        context.getStore(NAMESPACE).put(lab, lab);
        return lab;
    }
}
