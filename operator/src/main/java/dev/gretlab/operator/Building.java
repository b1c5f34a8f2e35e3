/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.RunnersSpec;
import dev.gretlab.operator.model.Blueprint;
import dev.gretlab.operator.model.Blueprint.Stage;
import dev.gretlab.operator.model.Lab;
import dev.gretlab.operator.model.Part;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One pass over a lab: makes what is missing as far as the steps before it allow, and says how each
 * part is.
 */
final class Building {

    private final Lab lab;
    private final Blueprint blueprint;
    private final Cluster cluster;
    private final KubernetesClient client;
    private final Kinds kinds;
    private final StatusReport report;
    private final Heard heard;
    private final Map<String, List<Pod>> pods;

    /**
     * @param heard what the lab's API told of it
     */
    Building(
            Lab lab,
            Blueprint blueprint,
            Cluster cluster,
            KubernetesClient client,
            Kinds kinds,
            StatusReport report,
            Heard heard) {
        this.lab = lab;
        this.blueprint = blueprint;
        this.cluster = cluster;
        this.client = client;
        this.kinds = kinds;
        this.report = report;
        this.heard = heard;
        this.pods =
                cluster.pods().stream()
                        .collect(
                                Collectors.groupingBy(pod ->
                                        pod.getMetadata()
                                                .getLabels()
                                                .getOrDefault(Lab.COMPONENT, "")));
    }

    void build() {
        boolean open = true;
        for (Blueprint.Step step : blueprint.steps()) {
            // what is there already is kept right even while something before it is away; only a
            // migration holds back all
            if (open || exists(step)) {
                step.objects().forEach(cluster::apply);
            }
            boolean good = look(step.stage(), open || exists(step));
            if (!good && step.stage() == Stage.MIGRATION) {
                blocked(step.stage());
                return;
            }
            open = open && good;
        }
        if (open) {
            applyOptional();
            removeLeftovers();
        }
        lookAtScaling();
        lookAtSandbox();
    }

    private boolean exists(Blueprint.Step step) {
        return step.objects().stream()
                .filter(o -> o instanceof Deployment || o instanceof StatefulSet)
                .anyMatch(o -> cluster.find(o.getClass(), o.getMetadata().getName()).isPresent());
    }

    /** Is the stage as the next one needs it? */
    private boolean look(Stage stage, boolean reached) {
        return switch (stage) {
            case FOUNDATION -> true;
            case DATABASE -> {
                PartState state =
                        cluster.find(StatefulSet.class, lab.name(Part.DATABASE))
                                .map(set -> PartStates.of(set, podsOf(Part.DATABASE)))
                                .orElseGet(() -> coming("the database"));
                if (!state.good()) {
                    report.set(ConditionType.DATABASE_MIGRATED, state);
                }
                yield state.good();
            }
            case MIGRATION -> {
                if (!reached) {
                    yield false;
                }
                report.set(ConditionType.DATABASE_MIGRATED, migration());
                yield report.good(ConditionType.DATABASE_MIGRATED);
            }
            case POOLER -> lookAt(ConditionType.POOLER_AVAILABLE, Part.PGBOUNCER, reached);
            case API_AND_RUNNERS -> {
                boolean api = lookAt(ConditionType.API_AVAILABLE, Part.API, reached);
                lookAtRunners(reached);
                // the gateway does not wait for runners: without them the lab is slow, not shut
                yield api;
            }
            case GATEWAY -> {
                if (!lab.spec().gateway().enabled()) {
                    report.set(
                            ConditionType.GATEWAY_AVAILABLE,
                            PartState.yes("NotWanted", "The resource turns the gateway off."));
                    yield true;
                }
                yield lookAt(ConditionType.GATEWAY_AVAILABLE, Part.GATEWAY, reached);
            }
        };
    }

    private PartState migration() {
        return blueprint
                .objects()
                .filter(Job.class::isInstance)
                .findFirst()
                .flatMap(job -> cluster.find(Job.class, job.getMetadata().getName()))
                .map(job -> PartStates.of(job, podsOf(Part.MIGRATE), lab.spec().version()))
                .orElseGet(() -> coming("the migration"));
    }

    private boolean lookAt(ConditionType type, Part part, boolean reached) {
        PartState state =
                reached
                        ? cluster.find(Deployment.class, lab.name(part))
                                .map(deployment -> PartStates.of(deployment, podsOf(part)))
                                .orElseGet(() -> coming(part.label()))
                        : PartState.coming("Waiting", "It waits for what comes before it.");
        report.set(type, state);
        return state.good();
    }

    private void lookAtRunners(boolean reached) {
        String runtime = lab.spec().runners().runtimeClassName();
        if (!runtime.isEmpty() && !runtimeClassExists(runtime)) {
            report.set(
                    ConditionType.RUNNERS_AVAILABLE,
                    PartState.stuck("RuntimeClassMissing", missing(runtime)));
            return;
        }
        lookAt(ConditionType.RUNNERS_AVAILABLE, Part.RUNNERS, reached);
    }

    /**
     * A lab that was open before stays as it is while its next version migrates: its parts are
     * looked at, not touched.
     */
    private void blocked(Stage stage) {
        for (Stage later : Stage.values()) {
            if (later.compareTo(stage) > 0) {
                boolean there =
                        blueprint.steps().stream()
                                .filter(step -> step.stage() == later)
                                .anyMatch(this::exists);
                look(later, there);
            }
        }
        lookAtScaling();
        lookAtSandbox();
    }

    private void applyOptional() {
        for (GenericKubernetesResource wanted : blueprint.optional()) {
            if (kinds.known(Kinds.of(wanted.getApiVersion(), wanted.getKind()))) {
                cluster.applyOptional(wanted);
            }
        }
        if (!kinds.known(Kinds.SCALED_OBJECT)) {
            keepLeastRunners();
        }
    }

    /** By the scale subresource, as an autoscaler does: the field itself must never be ours. */
    private void keepLeastRunners() {
        int min = lab.spec().runners().min();
        cluster.find(Deployment.class, lab.name(Part.RUNNERS))
                .filter(d -> !Objects.equals(d.getSpec().getReplicas(), min))
                .ifPresent(deployment -> {
                    var runners =
                            client.apps()
                                    .deployments()
                                    .inNamespace(lab.namespace())
                                    .withName(deployment.getMetadata().getName());
                    Scale scale = runners.scale();
                    scale.getSpec().setReplicas(min);
                    runners.scale(scale);
                });
    }

    /** What an earlier version of the resource wanted and this one does not. */
    private void removeLeftovers() {
        Set<String> wanted =
                blueprint
                        .objects()
                        .map(Building::identity)
                        .collect(Collectors.toCollection(HashSet::new));
        blueprint.optional().forEach(o -> wanted.add(identity(o)));
        for (Class<? extends HasMetadata> kind : Kinds.OWN) {
            for (HasMetadata present : cluster.all(kind)) {
                if (!wanted.contains(identity(present))) {
                    cluster.delete(present);
                }
            }
        }
        for (ResourceDefinitionContext kind : Kinds.OPTIONAL) {
            if (kinds.known(kind)) {
                for (GenericKubernetesResource present : cluster.optional(kind)) {
                    if (!wanted.contains(identity(present))) {
                        cluster.deleteOptional(present);
                    }
                }
            }
        }
    }

    private void lookAtScaling() {
        RunnersSpec runners = lab.spec().runners();
        if (!kinds.known(Kinds.SCALED_OBJECT)) {
            report.set(
                    ConditionType.AUTOSCALING_ACTIVE,
                    PartState.stuck(
                            "KedaMissing",
                            "KEDA is not installed, so there are always as many runners as"
                                    + " runners.min says: "
                                    + runners.min()
                                    + "."));
            return;
        }
        GenericKubernetesResource scaledObject =
                client.genericKubernetesResources(Kinds.SCALED_OBJECT)
                        .inNamespace(lab.namespace())
                        .withName(lab.name(Part.RUNNERS))
                        .get();
        report.set(
                ConditionType.AUTOSCALING_ACTIVE,
                scaledObject == null
                        ? PartState.coming("Waiting", "It waits for what comes before it.")
                        : withConnections(scaling(scaledObject)));
    }

    /** It scales, but the database may not take what it scales to. */
    private PartState withConnections(PartState state) {
        return Connections.tooFew(lab.spec(), heard)
                .filter(_ -> state.good())
                .map(cause -> PartState.yes("ActiveWithTrouble", state.message() + " " + cause))
                .orElse(state);
    }

    private static PartState scaling(GenericKubernetesResource scaledObject) {
        List<Map<String, Object>> conditions = scaledObject.get("status", "conditions");
        return Optional.ofNullable(conditions).orElse(List.of()).stream()
                .filter(c -> "Ready".equals(c.get("type")))
                .findFirst()
                .map(c ->
                        "True".equals(c.get("status"))
                                ? PartState.yes("Active", "KEDA scales the runners.")
                                : PartState.stuck(
                                        "KedaNotReady", "KEDA says: " + c.get("message") + "."))
                .orElseGet(() -> PartState.coming("Waiting", "KEDA has not looked at it yet."));
    }

    private void lookAtSandbox() {
        RunnersSpec runners = lab.spec().runners();
        if (runners.allowUnsandboxed()) {
            report.allowUnsandboxed();
        }
        String runtime = runners.runtimeClassName();
        if (runtime.isEmpty()) {
            report.set(
                    ConditionType.SANDBOX_VERIFIED,
                    PartState.stuck(
                            "Unsandboxed",
                            "The resource names no RuntimeClass: programs run beside the node's"
                                    + " kernel."));
        } else if (!runtimeClassExists(runtime)) {
            report.set(
                    ConditionType.SANDBOX_VERIFIED,
                    PartState.stuck("RuntimeClassMissing", missing(runtime)));
        } else {
            report.set(
                    ConditionType.SANDBOX_VERIFIED,
                    Sandbox.of(
                            runtime,
                            podsOf(Part.RUNNERS),
                            heard,
                            lab.stateAddress().getAuthority()));
        }
    }

    private boolean runtimeClassExists(String name) {
        return client.resources(RuntimeClass.class).withName(name).get() != null;
    }

    private static String missing(String runtime) {
        return "RuntimeClass "
                + runtime
                + " not found: install it on the nodes of the runners, or name another in"
                + " runners.runtimeClassName.";
    }

    private List<Pod> podsOf(Part part) {
        return pods.getOrDefault(part.label(), List.of());
    }

    private static PartState coming(String what) {
        return PartState.coming("Starting", "Made " + what + "; nothing is known of it yet.");
    }

    private static String identity(HasMetadata object) {
        return object.getKind() + "/" + object.getMetadata().getName();
    }
}
