/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

import dev.gretlab.api.access.Secrets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.security.crypto.argon2.Argon2PasswordEncoder;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Argon2id, away from the event loop and no more at once than there are cores: each takes 19 MiB
 * and tens of milliseconds. When too many wait, it fails with {@code RejectedExecutionException}.
 */
@Component
public final class Passwords implements DisposableBean {

    private static final int WAITING = 600;

    private final Argon2PasswordEncoder encoder = new Argon2PasswordEncoder(16, 32, 1, 19456, 2);
    private final ThreadPoolExecutor workers;
    private final CompletableFuture<String> nobody;

    Passwords() {
        int cores = Runtime.getRuntime().availableProcessors();
        workers =
                new ThreadPoolExecutor(
                        cores,
                        cores,
                        30,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING),
                        Thread.ofPlatform().name("argon2-", 0).daemon().factory());
        workers.allowCoreThreadTimeOut(true);
        nobody = CompletableFuture.supplyAsync(() -> encode(Secrets.next()), workers);
    }

    public Mono<String> hash(String password) {
        return Mono.defer(() ->
                Mono.fromFuture(CompletableFuture.supplyAsync(() -> encode(password), workers)));
    }

    /** An unknown person, or one without a password, costs the same time as a wrong password. */
    Mono<Boolean> matches(String password, @Nullable String hash) {
        return Mono.defer(() ->
                Mono.fromFuture(
                        CompletableFuture.supplyAsync(
                                () -> {
                                    boolean same =
                                            encoder.matches(
                                                    password, hash == null ? nobody.join() : hash);
                                    return same && hash != null;
                                },
                                workers)));
    }

    @Override
    public void destroy() {
        workers.shutdownNow();
    }

    private String encode(String password) {
        return java.util.Objects.requireNonNull(encoder.encode(password));
    }
}
