/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SandboxTests {

    private static PartState of(Heard heard, Pod... pods) {
        return Sandbox.of("gvisor", Arrays.asList(pods), heard, "lab-api.course.svc:8081");
    }

    private static Heard told(LabState.Runner... runners) {
        return new Heard.Told(
                new LabState(Arrays.asList(runners), List.of(), LabState.UNKNOWN_LIMIT));
    }

    private static LabState.Runner runner(String name, String isolation, String... failed) {
        return new LabState.Runner(name, isolation, Arrays.asList(failed));
    }

    private static Pod pod(String name, @Nullable String runtime, @Nullable String deleted) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withDeletionTimestamp(deleted)
                .endMetadata()
                .withNewSpec()
                .withRuntimeClassName(runtime)
                .endSpec()
                .build();
    }

    @Test
    void itIsVerifiedWhenEveryRunnerSaysSo() {
        PartState state =
                of(
                        told(runner("a", "gvisor"), runner("b", "gvisor")),
                        pod("a", "gvisor", null),
                        pod("b", "gvisor", null));
        assertThat(state.good()).isTrue();
        assertThat(state)
                .as("another runner is no news")
                .isEqualTo(of(told(runner("c", "gvisor")), pod("c", "gvisor", null)));
    }

    @Test
    void oneThatFailsIsNamedWithWhatFailed() {
        PartState state =
                of(
                        told(
                                runner("a", "gvisor"),
                                runner("b", "gvisor", "networkClosed"),
                                runner("c", "gvisor", "newerClaim", "networkClosed")));
        assertThat(state.verdict()).isEqualTo(PartState.Verdict.STUCK);
        assertThat(state.reason()).isEqualTo("SelfTestFailed");
        assertThat(state.message())
                .startsWith(
                        "A jail does not hold. networkClosed (programs see a network): b, c;"
                                + " newerClaim (see the runner's log): c. Delete the pods;");
    }

    @Test
    void oneOutsideOfGvisorIsNamed() {
        PartState state = of(told(runner("a", "gvisor"), runner("b", "namespaces")));
        assertThat(state.verdict()).isEqualTo(PartState.Verdict.STUCK);
        assertThat(state.message())
                .startsWith(
                        "Not inside gVisor, though RuntimeClass gvisor is named: b. Its handler");
    }

    @Test
    void ofManyAFewAreNamed() {
        assertThat(
                        of(told(
                                        IntStream.range(0, 500)
                                                .mapToObj(i -> runner("r" + i, "namespaces"))
                                                .toArray(LabState.Runner[]::new)))
                                .message())
                .contains("r0, r1, r2 and 497 more")
                .hasSizeLessThan(500);
    }

    @Test
    void aPodOfAnotherRuntimeClassIsSeenWhateverItsRunnerSays() {
        PartState state =
                of(
                        told(runner("a", "gvisor"), runner("b", "gvisor")),
                        pod("a", "gvisor", null),
                        pod("b", null, null),
                        pod("c", "kata", null),
                        pod("old", null, "2026-11-30T12:00:00Z"));
        assertThat(state.status()).isEqualTo("False");
        assertThat(state.message()).startsWith("Not in RuntimeClass gvisor: b, c. ");
    }

    @Test
    void whatIsNotToldIsUnknownAndSaysWhy() {
        assertThat(of(new Heard.NotYet()).status()).isEqualTo("Unknown");
        assertThat(of(told()).reason()).isEqualTo("NoRunner");
        PartState refused = of(new Heard.Silent("TokenRefused", "it takes another token"));
        assertThat(refused.status()).isEqualTo("Unknown");
        assertThat(refused.message())
                .isEqualTo(
                        "The API does not tell what its runners found: it takes another token"
                                + " (lab-api.course.svc:8081). Its pods may be older than the token:"
                                + " kubectl rollout restart of its Deployment.");
    }
}
