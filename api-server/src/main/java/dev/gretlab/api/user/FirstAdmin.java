/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import dev.gretlab.api.config.ServerConfiguration;
import dev.gretlab.api.session.Passwords;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Makes the first admin when there is none, as soon as the database is there; the start does not
 * wait for it.
 */
@Component
class FirstAdmin implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(FirstAdmin.class);

    private final ServerConfiguration configuration;
    private final UserStore users;
    private final Passwords passwords;
    private volatile Disposable running = Disposables.disposed();

    FirstAdmin(ServerConfiguration configuration, UserStore users, Passwords passwords) {
        this.configuration = configuration;
        this.users = users;
        this.passwords = passwords;
    }

    @Override
    public void start() {
        running =
                Mono.justOrEmpty(configuration.admin())
                        .filterWhen(admin -> users.hasAdmin().map(there -> !there))
                        .flatMap(admin ->
                                passwords
                                        .hash(admin.password())
                                        .flatMap(hash ->
                                                users.create(
                                                        admin.username(),
                                                        admin.username(),
                                                        "admin",
                                                        hash)))
                        .retryWhen(
                                Retry.backoff(Long.MAX_VALUE, Duration.ofMillis(200))
                                        .maxBackoff(Duration.ofSeconds(5)))
                        .subscribe(id -> LOG.info("the first admin was made"));
    }

    @Override
    public void stop() {
        running.dispose();
    }

    @Override
    public boolean isRunning() {
        return !running.isDisposed();
    }
}
