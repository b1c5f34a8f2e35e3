/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Parameter;
import io.r2dbc.spi.Statement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

/** Every statement that a server sends to its database, with what is bound in it. */
final class Statements implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** With one space for each gap, and parameters as text by their number. */
    record Sent(String sql, Map<Integer, String> bound) {}

    private final List<Sent> sent = new CopyOnWriteArrayList<>();

    List<Sent> sent() {
        return sent;
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        context.getBeanFactory()
                .addBeanPostProcessor(
                        new BeanPostProcessor() {
                            @Override
                            public Object postProcessAfterInitialization(Object bean, String name) {
                                return bean instanceof ConnectionFactory connections
                                                && name.equals("connections")
                                        ? new Recorded(connections)
                                        : bean;
                            }
                        });
    }

    private final class Recorded implements ConnectionFactory {

        private final ConnectionFactory real;

        Recorded(ConnectionFactory real) {
            this.real = real;
        }

        @Override
        public Publisher<? extends Connection> create() {
            return Mono.from(real.create()).map(Statements.this::recorded);
        }

        @Override
        public ConnectionFactoryMetadata getMetadata() {
            return real.getMetadata();
        }
    }

    private Connection recorded(Connection real) {
        return (Connection)
                Proxy.newProxyInstance(
                        Connection.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (proxy, method, arguments) -> {
                            Object answer = invoked(real, method, arguments);
                            return answer instanceof Statement statement && arguments != null
                                    ? recorded(statement, (String) arguments[0])
                                    : answer;
                        });
    }

    private Statement recorded(Statement real, String sql) {
        Map<Integer, String> bound = new TreeMap<>();
        return (Statement)
                Proxy.newProxyInstance(
                        Statement.class.getClassLoader(),
                        new Class<?>[] {Statement.class},
                        (proxy, method, arguments) -> {
                            if (arguments != null && method.getName().equals("bind")) {
                                bound.put(
                                        number(arguments[0]),
                                        arguments[1] instanceof Parameter parameter
                                                ? String.valueOf(parameter.getValue())
                                                : String.valueOf(arguments[1]));
                            }
                            if (method.getName().equals("execute")) {
                                sent.add(new Sent(sql.replaceAll("\\s+", " ").strip(), bound));
                            }
                            Object answer = invoked(real, method, arguments);
                            return answer instanceof Statement ? proxy : answer;
                        });
    }

    /** Markers are $1, $2, ...; indexes count from 0. */
    private static int number(Object marker) {
        return marker instanceof Integer index
                ? index + 1
                : Integer.parseInt(String.valueOf(marker).substring(1));
    }

    private static @Nullable Object invoked(
            Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
