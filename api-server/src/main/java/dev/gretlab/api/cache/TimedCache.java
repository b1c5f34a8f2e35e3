/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.cache;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import reactor.core.publisher.Mono;

/**
 * Keeps what was loaded for a while; those who ask together share one load. Failed and empty loads
 * are not kept.
 */
public final class TimedCache<K, V> {

    private final long ttlNanos;
    private final int capacity;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<K, Slot<V>> slots = new ConcurrentHashMap<>();

    private record Slot<V>(Mono<V> value, long since) {}

    public TimedCache(Duration ttl, int capacity) {
        this(ttl, capacity, System::nanoTime);
    }

    TimedCache(Duration ttl, int capacity, LongSupplier nanos) {
        this.ttlNanos = ttl.toNanos();
        this.capacity = capacity;
        this.nanos = nanos;
    }

    public Mono<V> get(K key, Function<K, Mono<V>> load) {
        return Mono.defer(() -> {
            if (!slots.containsKey(key) && slots.size() >= capacity) {
                makeRoom();
            }
            return slots.compute(key, (k, old) -> isFresh(old) ? old : fill(k, load)).value();
        });
    }

    public void forget(K key) {
        slots.remove(key);
    }

    public void forgetAll() {
        slots.clear();
    }

    private boolean isFresh(@org.jspecify.annotations.Nullable Slot<V> slot) {
        return slot != null && nanos.getAsLong() - slot.since() < ttlNanos;
    }

    private Slot<V> fill(K key, Function<K, Mono<V>> load) {
        // the loader runs at subscription, outside of the map's lock
        Mono<V> value =
                Mono.defer(() -> load.apply(key))
                        .switchIfEmpty(Mono.<V>empty().doOnSubscribe(s -> slots.remove(key)))
                        .doOnError(error -> slots.remove(key))
                        .cache();
        return new Slot<>(value, nanos.getAsLong());
    }

    private void makeRoom() {
        slots.values().removeIf(slot -> !isFresh(slot));
        if (slots.size() >= capacity) {
            slots.clear();
        }
    }
}
