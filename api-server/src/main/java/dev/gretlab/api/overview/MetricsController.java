/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import dev.gretlab.api.config.ServerConfiguration;
import dev.gretlab.api.error.Problem;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * Metrics in Prometheus' form. While the database is away the queue's figures are not there, the
 * rest is.
 */
@RestController
class MetricsController {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final MediaType FORM =
            MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    private final ServerConfiguration configuration;
    private final OverviewStore overview;
    private final PrometheusMeterRegistry registry;
    private volatile @Nullable QueueFigures figures;

    MetricsController(
            ServerConfiguration configuration,
            OverviewStore overview,
            PrometheusMeterRegistry registry) {
        this.configuration = configuration;
        this.overview = overview;
        this.registry = registry;
        for (String kind : new String[] {"run", "submit", "contest_submit"}) {
            Gauge.builder(
                            "gretlab.queue.depth",
                            this,
                            controller -> controller.read(f -> f.queued().getOrDefault(kind, 0L)))
                    .tag("kind", kind)
                    .register(registry);
        }
        gauge(registry, "gretlab.queue.oldest.seconds", QueueFigures::oldestSeconds);
        gauge(registry, "gretlab.runners.online", QueueFigures::runnersOnline);
        gauge(registry, "gretlab.runners.wanted", QueueFigures::wantedRunners);
        // what keeps vacuum from its work, and what it has not come to: both make claims slow
        gauge(
                registry,
                "gretlab.database.oldest.transaction.seconds",
                QueueFigures::oldestTransactionSeconds);
        gauge(registry, "gretlab.database.dead.rows", QueueFigures::deadRows);
    }

    @GetMapping("/api/metrics")
    Mono<ResponseEntity<String>> metrics(ServerHttpRequest request) {
        if (!isAllowed(request.getHeaders().getFirst(HttpHeaders.AUTHORIZATION))) {
            return Mono.error(Problem.unauthenticated().exception());
        }
        return overview.figures()
                .timeout(PATIENCE)
                .doOnNext(now -> figures = now)
                .doOnError(error -> figures = null)
                .onErrorResume(error -> Mono.empty())
                .then(
                        Mono.fromSupplier(() ->
                                ResponseEntity.ok().contentType(FORM).body(registry.scrape())));
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<QueueFigures> value) {
        Gauge.builder(name, this, controller -> controller.read(value)).register(registry);
    }

    private double read(ToDoubleFunction<QueueFigures> value) {
        QueueFigures now = figures;
        return now == null ? Double.NaN : value.applyAsDouble(now);
    }

    private boolean isAllowed(@Nullable String authorization) {
        return authorization != null
                && configuration
                        .metricsToken()
                        .filter(token ->
                                MessageDigest.isEqual(
                                        ("Bearer " + token).getBytes(StandardCharsets.UTF_8),
                                        authorization.getBytes(StandardCharsets.UTF_8)))
                        .isPresent();
    }
}
