/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RolloutTests {

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final Heard SILENT = new Heard.Silent("ApiSilent", "it is silent");

    private static LabState state(Instant... ends) {
        return new LabState(
                List.of(),
                java.util.Arrays.stream(ends)
                        .map(end -> new LabState.Contest("until-" + end, end))
                        .toList(),
                LabState.UNKNOWN_LIMIT);
    }

    private static Optional<PartState> waits(
            @Nullable LabState last, @Nullable String forced, Instant now) {
        return Rollout.waitsFor(
                "0.2.0",
                forced,
                new StateWatch.Known(SILENT, last, NOON),
                Duration.ofSeconds(60),
                now);
    }

    @Test
    void withoutAContestItGoes() {
        assertThat(waits(state(), null, NOON)).isEmpty();
    }

    @Test
    void itWaitsForTheLastContestToEndAlsoWhileTheApiIsSilent() {
        LabState two = state(NOON.plusSeconds(100), NOON.plusSeconds(3600));
        assertThat(waits(two, null, NOON))
                .hasValueSatisfying(state -> {
                    assertThat(state.reason()).isEqualTo("ContestRuns");
                    assertThat(state.message())
                            .isEqualTo(
                                    "Version 0.2.0 waits for the end of contest"
                                            + " until-2026-11-30T13:00:00Z at 2026-11-30T13:00:00Z."
                                            + " The annotation gretlab.dev/force-rollout: \"0.2.0\""
                                            + " on the resource does not wait.");
                });
        assertThat(waits(two, null, NOON.plusSeconds(3599))).isPresent();
        assertThat(waits(two, null, NOON.plusSeconds(3600))).isEmpty();
    }

    @Test
    void theAnnotationForcesTheVersionThatItNamesAndNoOther() {
        LabState one = state(NOON.plusSeconds(100));
        assertThat(waits(one, "0.2.0", NOON)).isEmpty();
        assertThat(waits(one, "0.1.0", NOON)).isPresent();
        assertThat(waits(one, "true", NOON)).isPresent();
    }

    @Test
    void theFirstWordOfTheApiIsWaitedForButNotForEver() {
        assertThat(waits(null, null, NOON.plusSeconds(59)))
                .hasValueSatisfying(
                        state -> assertThat(state.reason()).isEqualTo("AskingForContests"));
        assertThat(waits(null, null, NOON.plusSeconds(60))).isEmpty();
    }
}
