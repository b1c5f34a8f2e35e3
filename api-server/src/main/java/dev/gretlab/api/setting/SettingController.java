/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.setting;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/settings")
class SettingController {

    private final SettingStore settings;
    private final Idempotency idempotency;

    SettingController(SettingStore settings, Idempotency idempotency) {
        this.settings = settings;
        this.idempotency = idempotency;
    }

    record SettingChange(@Nullable String name, @Nullable String value) {}

    @GetMapping
    Mono<List<SettingStore.Setting>> list(@AuthenticationPrincipal Caller caller) {
        caller.requireStaff();
        return settings.list();
    }

    /** All changes or none. */
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<ResponseEntity<Void>> change(
            @AuthenticationPrincipal Caller caller,
            @RequestBody List<SettingChange> changes,
            ServerHttpRequest request) {
        caller.requireAdmin();
        Mono<ResponseEntity<Void>> work =
                Flux.fromIterable(changes)
                        .concatMap(change -> set(change, caller))
                        .then(Mono.fromSupplier(() -> ResponseEntity.noContent().<Void>build()));
        return idempotency.once(caller, request, changes, Void.class, work);
    }

    private Mono<Void> set(SettingChange change, Caller caller) {
        if (change.name() == null || change.value() == null) {
            return Mono.error(
                    Problem.of(422, "missing-field", "Each change needs name and value.")
                            .exception());
        }
        return settings.set(change.name(), change.value(), caller.id());
    }
}
