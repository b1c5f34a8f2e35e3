/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.health;

import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HealthController {

    private final Draining draining;

    HealthController(Draining draining) {
        this.draining = draining;
    }

    /**
     * A database that is away does not make this process ill: every replica would leave the gateway
     * at once.
     */
    @GetMapping("/api/health")
    ResponseEntity<Map<String, String>> health() {
        return draining.isDraining()
                ? ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                        .body(Map.of("status", "draining"))
                : ResponseEntity.ok(Map.of("status", "up"));
    }
}
