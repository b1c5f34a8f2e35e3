/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.GretlabStatus;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class StatusTests {

    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    private static final PartState GOOD = PartState.yes("Available", "Available.");

    private static Deployment deployment(String status) {
        return Serialization.unmarshal(
                "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"lab-api\"},\"status\":"
                        + status
                        + "}",
                Deployment.class);
    }

    private static Pod waiting(String reason, String message) {
        return Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Pod
                status:
                  containerStatuses:
                  - name: api
                    state: {waiting: {reason: %s, message: "%s"}}
                """
                        .formatted(reason, message),
                Pod.class);
    }

    @Test
    void aPartWithoutAReadyPodIsComing() {
        assertThat(PartStates.of(deployment("{}"), List.of()))
                .isEqualTo(PartState.coming("Starting", "lab-api has no pod that is ready yet."));
        assertThat(
                        PartStates.of(deployment("{}"), List.of(waiting("ContainerCreating", "")))
                                .verdict())
                .isEqualTo(PartState.Verdict.COMING);
    }

    @Test
    void aPartWhosePodsCannotStartSaysWhy() {
        assertThat(
                        PartStates.of(
                                deployment("{}"),
                                List.of(waiting("ImagePullBackOff", "no such image: api:0.1.0"))))
                .isEqualTo(
                        PartState.stuck(
                                "PodsFail", "lab-api: ImagePullBackOff: no such image: api:0.1.0"));
        assertThat(
                        PartStates.of(
                                        deployment(
                                                """
                                                {"conditions":[{"type":"ReplicaFailure","status":"True",
                                                 "message":"pods \\"lab-api-1\\" is forbidden: exceeded quota"}]}
                                                """),
                                        List.of())
                                .message())
                .isEqualTo("lab-api: pods \"lab-api-1\" is forbidden: exceeded quota");
    }

    @Test
    void aPodThatNoNodeTakesIsTold() {
        Pod pod =
                Serialization.unmarshal(
                        """
                        apiVersion: v1
                        kind: Pod
                        status:
                          conditions:
                          - {type: PodScheduled, status: "False", reason: Unschedulable, message: "0/3 nodes are available: 3 Insufficient cpu."}
                        """,
                        Pod.class);
        assertThat(PartStates.of(deployment("{}"), List.of(pod)).message())
                .isEqualTo(
                        "lab-api: no node takes its pod: 0/3 nodes are available: 3 Insufficient cpu.");
    }

    @Test
    void onePodThatIsWellIsEnoughButTheOtherIsNotHidden() {
        PartState state =
                PartStates.of(
                        deployment("{\"availableReplicas\":1}"),
                        List.of(waiting("CrashLoopBackOff", "back-off 5m0s")));
        assertThat(state.good()).isTrue();
        assertThat(state.message()).contains("CrashLoopBackOff: back-off 5m0s");
    }

    /** A pod whose container crashes again and again; the end is in Kubernetes' own words. */
    private static Pod crashing(String end) {
        return Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Pod
                status:
                  containerStatuses:
                  - name: runners
                    state: {waiting: {reason: CrashLoopBackOff, message: back-off 40s}}
                    lastState: {terminated: %s}
                """
                        .formatted(end),
                Pod.class);
    }

    private static String whyItCrashes(String end) {
        return PartStates.of(deployment("{}"), List.of(crashing(end))).message();
    }

    @Test
    void whatAProgramSaidBeforeItEndedIsTold() {
        assertThat(
                        whyItCrashes(
                                """
                                {exitCode: 1, reason: Error, message: "2026-12-01T10:00:00.123Z INFO Starts\\n2026-12-01T10:00:01.456Z ERROR Take more memory.\\n\\tat dev.gretlab.Main\\n"}\
                                """))
                .isEqualTo("lab-api: CrashLoopBackOff: ERROR Take more memory.");
        assertThat(whyItCrashes("{exitCode: 1, message: \"" + "x".repeat(400) + "\"}"))
                .isEqualTo("lab-api: CrashLoopBackOff: " + "x".repeat(300) + "...");
        assertThat(whyItCrashes("{exitCode: 137, reason: OOMKilled}"))
                .isEqualTo("lab-api: CrashLoopBackOff: it took more memory than its limit allows");
        assertThat(whyItCrashes("{exitCode: 3, reason: Error}"))
                .isEqualTo("lab-api: CrashLoopBackOff: it ended with exit code 3");
        assertThat(whyItCrashes("{exitCode: 0, reason: Completed}"))
                .isEqualTo("lab-api: CrashLoopBackOff: back-off 40s");
    }

    @Test
    void aMigrationThatFailedSaysWhy() {
        Job job =
                Serialization.unmarshal(
                        """
                        apiVersion: batch/v1
                        kind: Job
                        metadata: {name: lab-migrate-1}
                        status:
                          conditions: [{type: Failed, status: "True", message: Job has reached the specified backoff limit}]
                        """,
                        Job.class);
        Pod pod =
                Serialization.unmarshal(
                        """
                        apiVersion: v1
                        kind: Pod
                        status:
                          containerStatuses:
                          - name: migrate
                            state: {terminated: {exitCode: 1, message: "The migration failed: the owner may not create roles."}}
                        """,
                        Pod.class);
        assertThat(PartStates.of(job, List.of(pod), "0.1.0").message())
                .startsWith("The migration failed (the owner may not create roles). Look at");
        assertThat(PartStates.of(job, List.of(), "0.1.0").message())
                .startsWith("The migration failed (Job has reached the specified backoff limit).");
    }

    @Test
    void aMigrationThatCannotStartSaysWhy() {
        Job job =
                Serialization.unmarshal(
                        "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"lab-migrate-1\"}}",
                        Job.class);
        assertThat(
                        PartStates.of(
                                job,
                                List.of(
                                        waiting(
                                                "CreateContainerConfigError",
                                                "secret owner not found")),
                                "0.1.0"))
                .isEqualTo(
                        PartState.stuck(
                                "PodsFail",
                                "lab-migrate-1: CreateContainerConfigError: secret owner not"
                                        + " found"));
    }

    private static StatusReport report(PartState api) {
        StatusReport report = new StatusReport();
        report.set(ConditionType.DATABASE_MIGRATED, GOOD);
        report.set(ConditionType.API_AVAILABLE, api);
        report.set(ConditionType.AUTOSCALING_ACTIVE, PartState.stuck("KedaMissing", "No KEDA."));
        report.set(ConditionType.SANDBOX_VERIFIED, PartState.unknown("NotReported", "?"));
        report.allowUnsandboxed();
        return report;
    }

    private static String of(List<Condition> conditions, String type) {
        return conditions.stream()
                .filter(c -> c.getType().equals(type))
                .map(c -> c.getStatus() + " " + c.getReason())
                .findFirst()
                .orElse("none");
    }

    @Test
    void aLabIsReadyWithoutAutoscaling() {
        List<Condition> conditions = report(GOOD).conditions(null, 3, NOON);
        assertThat(of(conditions, "Ready")).isEqualTo("True Ready");
        assertThat(of(conditions, "Reconciling")).isEqualTo("False Done");
        assertThat(of(conditions, "Stalled")).isEqualTo("False Moving");
        assertThat(conditions).allMatch(c -> c.getObservedGeneration() == 3);
    }

    @Test
    void withoutAVerifiedSandboxItIsNotUnlessThatIsAllowed() {
        StatusReport report = new StatusReport();
        report.set(ConditionType.API_AVAILABLE, GOOD);
        report.set(ConditionType.SANDBOX_VERIFIED, PartState.unknown("NotReported", "?"));
        assertThat(of(report.conditions(null, 1, NOON), "Ready")).isEqualTo("False NotReported");
    }

    @Test
    void whatIsComingIsReconcilingAndWhatIsStuckIsStalled() {
        List<Condition> coming =
                report(PartState.coming("Starting", "...")).conditions(null, 1, NOON);
        assertThat(of(coming, "Ready")).isEqualTo("False Starting");
        assertThat(of(coming, "Reconciling")).isEqualTo("True Starting");
        assertThat(of(coming, "Stalled")).isEqualTo("False Moving");
        List<Condition> stuck =
                report(PartState.stuck("PodsFail", "...")).conditions(null, 1, NOON);
        assertThat(of(stuck, "Ready")).isEqualTo("False PodsFail");
        assertThat(of(stuck, "Reconciling")).isEqualTo("False PodsFail");
        assertThat(of(stuck, "Stalled")).isEqualTo("True PodsFail");
    }

    @Test
    void aTimeMovesOnlyWithItsStatus() {
        List<Condition> before =
                report(PartState.coming("Starting", "one")).conditions(null, 1, NOON);
        GretlabStatus status = new GretlabStatus(1L, null, null, null, before);
        Instant later = NOON.plusSeconds(60);
        List<Condition> same =
                report(PartState.coming("Other", "two")).conditions(status, 1, later);
        assertThat(
                        StatusReport.byType(new GretlabStatus(1L, null, null, null, same))
                                .get("ApiAvailable"))
                .satisfies(c -> {
                    assertThat(c.getLastTransitionTime()).isEqualTo(NOON.toString());
                    assertThat(c.getMessage()).isEqualTo("two");
                });
        List<Condition> good = report(GOOD).conditions(status, 1, later);
        assertThat(
                        StatusReport.byType(new GretlabStatus(1L, null, null, null, good))
                                .get("ApiAvailable"))
                .extracting(Condition::getLastTransitionTime)
                .isEqualTo(later.toString());
    }

    @Test
    void whileItIsPausedWhatWasSaidOfThePartsStands() {
        GretlabStatus before =
                new GretlabStatus(1L, null, null, null, report(GOOD).conditions(null, 1, NOON));
        StatusReport paused = new StatusReport();
        paused.setOverall(PartState.coming("Paused", "Nothing is touched."));
        List<Condition> conditions = paused.conditions(before, 2, NOON.plusSeconds(5));
        assertThat(of(conditions, "Ready")).isEqualTo("False Paused");
        assertThat(of(conditions, "Reconciling")).isEqualTo("False Paused");
        assertThat(of(conditions, "Stalled")).isEqualTo("False Moving");
        assertThat(of(conditions, "ApiAvailable")).isEqualTo("True Available");
        assertThat(of(conditions, "SandboxVerified")).isEqualTo("Unknown NotReported");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1.0, 0.2.0, true",
        "0.1.9, 0.1.0, false",
        "0.1.0, 0.1.0, false",
        "0.10.0, 0.9.0, false",
        "1.0.0, 0.9.3-rc.1, false",
        "0.9.0, 1.0.0, true"
    })
    void whichVersionIsBefore(String one, String other, boolean before) {
        assertThat(Release.of(one).isBefore(Release.of(other))).isEqualTo(before);
    }
}
