/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.health;

import dev.gretlab.api.config.ServerConfiguration;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Before anything closes, health says that this replica is going, for as long as its gateway needs
 * to notice; requests are answered meanwhile and finished afterwards.
 */
@Component
class Draining implements SmartLifecycle {

    private final ServerConfiguration configuration;
    private volatile boolean serving;
    private volatile boolean draining;

    Draining(ServerConfiguration configuration) {
        this.configuration = configuration;
    }

    boolean isDraining() {
        return draining;
    }

    @Override
    public void start() {
        serving = true;
    }

    @Override
    public void stop(Runnable callback) {
        draining = true;
        Mono.delay(configuration.drain())
                .subscribe(done -> {
                    serving = false;
                    callback.run();
                });
    }

    @Override
    public void stop() {
        serving = false;
    }

    @Override
    public boolean isRunning() {
        return serving;
    }

    /** The first to stop. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
