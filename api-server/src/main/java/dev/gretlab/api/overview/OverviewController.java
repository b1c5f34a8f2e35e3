/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.setting.SettingStore;
import dev.gretlab.api.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class OverviewController {

    private final OverviewStore overview;
    private final SettingStore settings;

    OverviewController(OverviewStore overview, SettingStore settings) {
        this.overview = overview;
        this.settings = settings;
    }

    record OverviewView(
            Map<String, Long> queued,
            Map<String, Long> running,
            long queueDepth,
            int queueLimit,
            double oldestSeconds,
            int runnersOnline,
            int slots,
            int busySlots,
            int wantedRunners,
            @Nullable String isolation,
            List<OverviewStore.RunnerView> runners,
            List<String> warnings) {}

    @GetMapping("/api/v1/overview")
    Mono<OverviewView> overview(@AuthenticationPrincipal Caller caller) {
        caller.requireStaff();
        return Mono.zip(overview.figures(), overview.runners(), settings.current())
                .map(all -> view(all.getT1(), all.getT2(), all.getT3()));
    }

    /** What programs are kept in: as little as the weakest runner has; null without a runner. */
    private static @Nullable String isolation(List<OverviewStore.RunnerView> runners) {
        List<String> all =
                runners.stream().map(OverviewStore.RunnerView::isolation).distinct().toList();
        if (all.isEmpty()) {
            return null;
        }
        return all.contains("namespaces") ? "namespaces" : all.getFirst();
    }

    private static OverviewView view(
            QueueFigures figures, List<OverviewStore.RunnerView> runners, Settings settings) {
        return new OverviewView(
                figures.queued(),
                figures.running(),
                figures.queued().values().stream().mapToLong(Long::longValue).sum(),
                settings.number("queue_limit"),
                figures.oldestSeconds(),
                figures.runnersOnline(),
                figures.slots(),
                figures.busySlots(),
                figures.wantedRunners(),
                isolation(runners),
                runners,
                warnings(figures, settings.number("warn_wait_s")));
    }

    private static List<String> warnings(QueueFigures figures, int warnWait) {
        List<String> warnings = new ArrayList<>();
        if (figures.runnersOnline() == 0) {
            warnings.add("No runner is up: programs wait until one is.");
        }
        if (figures.oldestSeconds() > warnWait) {
            warnings.add(
                    "The oldest program has waited for "
                            + Math.round(figures.oldestSeconds())
                            + " s.");
        }
        return warnings;
    }
}
