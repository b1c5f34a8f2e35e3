/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads how a part is from what Kubernetes says of its workload and its pods. */
final class PartStates {

    /** Why a container waits when time alone does not help. */
    private static final Set<String> HOPELESS =
            Set.of(
                    "CrashLoopBackOff",
                    "ImagePullBackOff",
                    "ErrImagePull",
                    "InvalidImageName",
                    "CreateContainerConfigError",
                    "CreateContainerError",
                    "RunContainerError");

    private PartStates() {}

    /**
     * @param pods of this part
     */
    static PartState of(Deployment deployment, List<Pod> pods) {
        int available =
                deployment.getStatus() == null
                        ? 0
                        : Objects.requireNonNullElse(
                                deployment.getStatus().getAvailableReplicas(), 0);
        String name = deployment.getMetadata().getName();
        Optional<String> trouble =
                failure(deployment).or(() -> trouble(pods)).map(cause -> name + ": " + cause);
        if (available > 0) {
            return trouble.map(cause ->
                            PartState.yes(
                                    "AvailableWithTrouble",
                                    "Available, but not every pod is well. " + cause))
                    .orElseGet(() -> PartState.yes("Available", "Available."));
        }
        return trouble.map(cause -> PartState.stuck("PodsFail", cause))
                .orElseGet(() ->
                        PartState.coming("Starting", name + " has no pod that is ready yet."));
    }

    static PartState of(StatefulSet set, List<Pod> pods) {
        int ready =
                set.getStatus() == null
                        ? 0
                        : Objects.requireNonNullElse(set.getStatus().getReadyReplicas(), 0);
        String name = set.getMetadata().getName();
        if (ready > 0) {
            return PartState.yes("Available", "Available.");
        }
        return trouble(pods)
                .map(cause -> PartState.stuck("PodsFail", name + ": " + cause))
                .orElseGet(() ->
                        PartState.coming("Starting", name + " has no pod that is ready yet."));
    }

    static PartState of(Job job, List<Pod> pods, String version) {
        String name = job.getMetadata().getName();
        if (has(job, "Complete").isPresent()) {
            return PartState.yes("Migrated", "The database is at version " + version + ".");
        }
        Optional<JobCondition> failed = has(job, "Failed");
        if (failed.isPresent()) {
            return PartState.stuck(
                    "MigrationFailed",
                    "The migration failed ("
                            + LastWords.of(pods)
                                    .map(words -> words.replaceFirst("^The migration failed: ", ""))
                                    .map(words -> words.replaceFirst("\\.$", ""))
                                    .orElseGet(failed.get()::getMessage)
                            + "). Look at the log of Job "
                            + name
                            + "; when the cause is mended, delete the Job and it runs again.");
        }
        return trouble(pods)
                .map(cause -> PartState.stuck("PodsFail", name + ": " + cause))
                .orElseGet(() -> PartState.coming("Migrating", "Job " + name + " runs."));
    }

    private static Optional<JobCondition> has(Job job, String type) {
        return job.getStatus() == null
                ? Optional.empty()
                : job.getStatus().getConditions().stream()
                        .filter(c -> c.getType().equals(type) && c.getStatus().equals("True"))
                        .findFirst();
    }

    /** Why no pod could even be made: a quota, an admission, a RuntimeClass that is gone. */
    private static Optional<String> failure(Deployment deployment) {
        return deployment.getStatus() == null
                ? Optional.empty()
                : deployment.getStatus().getConditions().stream()
                        .filter(c ->
                                c.getType().equals("ReplicaFailure")
                                        && c.getStatus().equals("True"))
                        .map(DeploymentCondition::getMessage)
                        .findFirst();
    }

    private static Optional<String> trouble(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> pod.getStatus() != null)
                .flatMap(pod ->
                        Stream.concat(
                                pod.getStatus().getContainerStatuses().stream()
                                        .flatMap(PartStates::waiting),
                                unschedulable(pod)))
                .sorted()
                .findFirst();
    }

    private static Stream<String> waiting(ContainerStatus status) {
        if (status.getState() == null || status.getState().getWaiting() == null) {
            return Stream.empty();
        }
        String reason = status.getState().getWaiting().getReason();
        if (reason == null || !HOPELESS.contains(reason)) {
            return Stream.empty();
        }
        // how long it is until the next try helps nobody
        String message = LastWords.of(status).orElseGet(status.getState().getWaiting()::getMessage);
        return Stream.of(message == null ? reason : reason + ": " + message);
    }

    private static Stream<String> unschedulable(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(c ->
                        c.getType().equals("PodScheduled")
                                && c.getStatus().equals("False")
                                && "Unschedulable".equals(c.getReason()))
                .map(c -> "no node takes its pod: " + c.getMessage());
    }
}
