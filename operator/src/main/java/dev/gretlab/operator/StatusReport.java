/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.GretlabStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** From the states of the parts to the status that the resource shows. */
final class StatusReport {

    private final Map<ConditionType, PartState> parts = new EnumMap<>(ConditionType.class);
    private @Nullable PartState overall;
    private @Nullable PartState waiting;
    private boolean unsandboxedAllowed;

    void set(ConditionType type, PartState state) {
        parts.put(type, state);
    }

    /** The lab counts as ready though nobody has verified its sandbox. */
    void allowUnsandboxed() {
        unsandboxedAllowed = true;
    }

    /** Says of the whole what no part can say: it is paused, or must not be done. */
    void setOverall(PartState state) {
        overall = state;
    }

    /** The lab is open, and a change of it waits for something. */
    void setWaiting(PartState state) {
        waiting = state;
    }

    boolean good(ConditionType type) {
        PartState state = parts.get(type);
        return state != null && state.good();
    }

    /**
     * The status, with the times of what did not change.
     *
     * @param before the status that the resource shows now
     */
    List<Condition> conditions(@Nullable GretlabStatus before, long generation, Instant now) {
        Optional<PartState> stuck =
                Optional.ofNullable(overall)
                        .or(() ->
                                required()
                                        .filter(s -> s.verdict() == PartState.Verdict.STUCK)
                                        .findFirst());
        Optional<PartState> bad = stuck.or(() -> required().filter(s -> !s.good()).findFirst());
        Map<String, PartState> all = new java.util.LinkedHashMap<>();
        all.put(
                "Ready",
                bad.map(s -> PartState.coming(s.reason(), s.message()))
                        .orElseGet(() -> PartState.yes("Ready", "The lab is open.")));
        all.put(
                "Reconciling",
                bad.isPresent() && stuck.isEmpty()
                        ? PartState.yes(bad.get().reason(), bad.get().message())
                        : PartState.coming(
                                stuck.isPresent() ? stuck.get().reason() : "Done",
                                stuck.isPresent()
                                        ? stuck.get().message()
                                        : "Nothing is left to do."));
        all.put(
                "Stalled",
                stuck.filter(s -> s.verdict() == PartState.Verdict.STUCK)
                        .map(s -> PartState.yes(s.reason(), s.message()))
                        .orElseGet(() -> PartState.coming("Moving", "Nothing needs a person.")));
        if (waiting != null && stuck.isEmpty()) {
            all.put("Reconciling", PartState.yes(waiting.reason(), waiting.message()));
        }
        parts.forEach((type, state) -> all.put(type.type(), state));
        Map<String, Condition> old = byType(before);
        if (overall != null) {
            // the parts were not looked at: what was said of them stands
            old.forEach((type, condition) -> {
                if (!all.containsKey(type)) {
                    all.put(
                            type,
                            new PartState(
                                    verdict(condition.getStatus()),
                                    condition.getReason(),
                                    condition.getMessage()));
                }
            });
        }
        List<Condition> conditions = new ArrayList<>();
        all.forEach((type, state) -> {
            Condition was = old.get(type);
            String since =
                    was != null && was.getStatus().equals(state.status())
                            ? was.getLastTransitionTime()
                            : now.truncatedTo(ChronoUnit.SECONDS).toString();
            conditions.add(
                    new ConditionBuilder()
                            .withType(type)
                            .withStatus(state.status())
                            .withReason(state.reason())
                            .withMessage(state.message())
                            .withObservedGeneration(generation)
                            .withLastTransitionTime(since)
                            .build());
        });
        return conditions;
    }

    static Map<String, Condition> byType(@Nullable GretlabStatus status) {
        List<Condition> conditions = status == null ? null : status.conditions();
        return Objects.requireNonNullElse(conditions, List.<Condition>of()).stream()
                .collect(Collectors.toMap(Condition::getType, c -> c, (a, b) -> b));
    }

    private java.util.stream.Stream<PartState> required() {
        return parts.entrySet().stream()
                .filter(e ->
                        switch (e.getKey()) {
                            case AUTOSCALING_ACTIVE -> false;
                            case SANDBOX_VERIFIED -> !unsandboxedAllowed;
                            default -> true;
                        })
                .map(Map.Entry::getValue);
    }

    private static PartState.Verdict verdict(String status) {
        return switch (status) {
            case "True" -> PartState.Verdict.YES;
            case "Unknown" -> PartState.Verdict.UNKNOWN;
            default -> PartState.Verdict.COMING;
        };
    }
}
