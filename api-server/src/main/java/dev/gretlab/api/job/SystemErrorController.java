/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gretlab.api.access.Caller;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class SystemErrorController {

    private final SystemErrorArchive errors;

    SystemErrorController(SystemErrorArchive errors) {
        this.errors = errors;
    }

    record Page(
            List<SystemErrorArchive.SystemError> items,
            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable UUID next) {}

    /** Newest first; the next page begins before the id in {@code next}. */
    @GetMapping("/api/v1/system-errors")
    Mono<Page> list(
            @AuthenticationPrincipal Caller caller,
            @RequestParam(required = false) @Nullable String before,
            @RequestParam(defaultValue = "50") int limit) {
        caller.requireStaff();
        Paging paging = Paging.of(before, limit);
        return errors.list(caller, paging)
                .map(fetched ->
                        new Page(
                                paging.shown(fetched),
                                paging.next(fetched, SystemErrorArchive.SystemError::id)));
    }
}
