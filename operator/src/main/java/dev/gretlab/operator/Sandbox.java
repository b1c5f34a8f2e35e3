/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.operator.LabState.Runner;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether the runners are where they should be: their pods name the RuntimeClass of the resource,
 * and each of them found, from inside, that it is in gVisor and that its jail holds. A pod that is
 * ready has reported, since it becomes ready by that.
 */
final class Sandbox {

    /** Who has many runners needs to know of a few that fail, not of all. */
    private static final int NAMED = 3;

    /** What it means when one of these does not hold. */
    private static final Map<String, String> MEANINGS =
            Map.ofEntries(
                    Map.entry("networkClosed", "programs see a network"),
                    Map.entry("secretsHidden", "programs can read /etc/shadow"),
                    Map.entry("kernelReadOnly", "programs can change the kernel's settings"),
                    Map.entry("environmentEmpty", "programs see the runner's environment"),
                    Map.entry("processesHidden", "programs see processes of others"),
                    Map.entry("systemReadOnly", "programs can write to the system"),
                    Map.entry("namespacesRefused", "programs can make namespaces"),
                    Map.entry("cpuLimited", "the limit of CPU time does not bite"),
                    Map.entry("memoryLimited", "the limit of memory does not bite"),
                    Map.entry("outputLimited", "the limit of output does not bite"));

    private Sandbox() {}

    /**
     * @param runtime the RuntimeClass that the resource names, which is there
     * @param pods of the runners
     */
    static PartState of(String runtime, List<Pod> pods, Heard heard, String address) {
        List<String> elsewhere =
                pods.stream()
                        .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                        .filter(pod -> pod.getSpec() != null)
                        .filter(pod -> !runtime.equals(pod.getSpec().getRuntimeClassName()))
                        .map(pod -> pod.getMetadata().getName())
                        .sorted()
                        .toList();
        if (!elsewhere.isEmpty()) {
            return PartState.coming(
                    "OtherRuntimeClass",
                    "Not in RuntimeClass "
                            + runtime
                            + ": "
                            + some(elsewhere)
                            + ". They go when those that replace them are up; a pod that stays was"
                            + " changed by somebody else, so look for a webhook.");
        }
        return switch (heard) {
            case Heard.NotYet _ ->
                    PartState.unknown("Asking", "The API is being asked what its runners found.");
            case Heard.Silent(String reason, String cause) ->
                    PartState.unknown(
                            reason,
                            "The API does not tell what its runners found: "
                                    + cause
                                    + " ("
                                    + address
                                    + ")."
                                    + advice(reason));
            case Heard.Told(LabState state) -> told(runtime, state.runners());
        };
    }

    private static String advice(String reason) {
        return switch (reason) {
            case "TokenRefused" ->
                    " Its pods may be older than the token: kubectl rollout restart of its"
                            + " Deployment.";
            case "TokenUnusable" ->
                    " Remove the key state from the Secret of the lab, and another one is made.";
            case "ApiSilent" ->
                    " A network policy of others may stand between the operator and it, or the API"
                            + " is of a version that has no such address.";
            default -> "";
        };
    }

    private static PartState told(String runtime, List<Runner> runners) {
        if (runners.isEmpty()) {
            return PartState.unknown(
                    "NoRunner", "No runner is up, so nobody has tried the sandbox.");
        }
        List<String> outside =
                runners.stream()
                        .filter(runner -> !runner.isolation().equals("gvisor"))
                        .map(Runner::name)
                        .toList();
        if (!outside.isEmpty()) {
            return PartState.stuck(
                    "NotInGvisor",
                    "Not inside gVisor, though RuntimeClass "
                            + runtime
                            + " is named: "
                            + some(outside)
                            + ". Its handler must be gVisor's (runsc) on their nodes. A runner that"
                            + " is no pod of this lab was started by somebody with the runners'"
                            + " password: withdraw it on the page of runners.");
        }
        Map<String, TreeSet<String>> failures = new TreeMap<>();
        for (Runner runner : runners) {
            for (String failed : runner.failed()) {
                failures.computeIfAbsent(failed, name -> new TreeSet<>()).add(runner.name());
            }
        }
        if (!failures.isEmpty()) {
            return PartState.stuck(
                    "SelfTestFailed",
                    "A jail does not hold. "
                            + failures.entrySet().stream()
                                    .limit(NAMED)
                                    .map(e ->
                                            e.getKey()
                                                    + " ("
                                                    + Objects.requireNonNullElse(
                                                            MEANINGS.get(e.getKey()),
                                                            "see the runner's log")
                                                    + "): "
                                                    + some(List.copyOf(e.getValue())))
                                    .collect(Collectors.joining("; "))
                            + ". Delete the pods; when the same fails on the same node, take the"
                            + " node away from runners.");
        }
        return PartState.yes(
                "Verified", "Every runner is in gVisor and found that its jail holds.");
    }

    private static String some(List<String> names) {
        String few = names.stream().limit(NAMED).collect(Collectors.joining(", "));
        return names.size() > NAMED ? few + " and " + (names.size() - NAMED) + " more" : few;
    }
}
