/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

@Tag("unit")
class TimedCacheTests {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger loads = new AtomicInteger();
    private final TimedCache<String, Integer> cache =
            new TimedCache<>(Duration.ofSeconds(5), 2, now::get);

    private Integer load(String key) {
        return java.util.Objects.requireNonNull(
                cache.get(key, k -> Mono.fromSupplier(loads::incrementAndGet)).block());
    }

    @Test
    void anAnswerIsKeptForItsTime() {
        assertThat(load("a")).isEqualTo(1);
        now.set(Duration.ofSeconds(5).toNanos() - 1);
        assertThat(load("a")).isEqualTo(1);
        now.set(Duration.ofSeconds(5).toNanos());
        assertThat(load("a")).isEqualTo(2);
        cache.forget("a");
        assertThat(load("a")).isEqualTo(3);
    }

    @Test
    void thoseWhoAskTogetherShareOneLoad() {
        Sinks.One<Integer> slow = Sinks.one();
        AtomicInteger asked = new AtomicInteger();
        Mono<Integer> first =
                cache.get("a", k -> slow.asMono().doOnSubscribe(s -> asked.incrementAndGet()));
        Mono<Integer> second = cache.get("a", k -> Mono.error(new IllegalStateException()));
        AtomicInteger sum = new AtomicInteger();
        first.subscribe(sum::addAndGet);
        second.subscribe(sum::addAndGet);
        slow.tryEmitValue(7);
        assertThat(sum).hasValue(14);
        assertThat(asked).hasValue(1);
    }

    @Test
    void failedAndEmptyLoadsAreNotKept() {
        cache.get("a", k -> Mono.error(new IllegalStateException())).onErrorComplete().block();
        assertThat(cache.get("a", k -> Mono.empty()).block()).isNull();
        assertThat(load("a")).isEqualTo(1);
    }

    @Test
    void itDoesNotGrowBeyondItsCapacity() {
        load("a");
        load("b");
        load("c");
        // all were fresh, so room was made by forgetting
        assertThat(load("c")).isEqualTo(3);
        assertThat(load("a")).isEqualTo(4);
    }
}
