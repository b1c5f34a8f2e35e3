/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.contest;

import dev.gretlab.api.access.Caller;
import java.util.List;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class ContestController {

    private final ContestStore contests;

    ContestController(ContestStore contests) {
        this.contests = contests;
    }

    @GetMapping("/api/v1/contests")
    Mono<List<ContestStore.ContestView>> list(@AuthenticationPrincipal Caller caller) {
        return contests.list(caller);
    }
}
