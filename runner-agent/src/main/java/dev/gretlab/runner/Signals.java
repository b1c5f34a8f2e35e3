/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner;

import java.lang.reflect.Proxy;

/**
 * Hears signals. A shutdown hook would not do: the process would end with the signal's code, and a
 * second signal could not be heard. Java's only other way is sun.misc.Signal, which javac warns of
 * wherever it is named, so it is called by reflection.
 */
final class Signals {

    private Signals() {}

    static void handle(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object adapter =
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(),
                            new Class<?>[] {handler},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("handle")) {
                                    action.run();
                                    return null;
                                }
                                return method.invoke(action, arguments);
                            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), adapter);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java cannot handle signal " + name, e);
        }
    }
}
