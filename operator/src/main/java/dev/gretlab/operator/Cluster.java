/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.operator.model.Lab;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.SSABasedGenericKubernetesResourceMatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lab's objects in the cluster: read from the informers' caches, written by server-side apply,
 * and only what differs.
 */
final class Cluster {

    private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

    private final Lab lab;
    private final Context<Gretlab> context;
    private final KubernetesClient client;
    private final PatchContext apply;

    Cluster(Lab lab, Context<Gretlab> context) {
        this.lab = lab;
        this.context = context;
        this.client = context.getClient();
        this.apply =
                new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(context.getControllerConfiguration().fieldManager())
                        // a field of ours that somebody changed by hand is ours again
                        .withForce(true)
                        .build();
    }

    <R extends HasMetadata> Optional<R> find(Class<R> kind, String name) {
        return context.getSecondaryResourcesAsStream(kind)
                .filter(found -> found.getMetadata().getName().equals(name))
                .findFirst();
    }

    /** Those of its parts, which their workloads control and not the lab itself. */
    List<Pod> pods() {
        return context.getSecondaryResourcesAsStream(Pod.class).toList();
    }

    /** All that is the lab's own. */
    <R extends HasMetadata> List<R> all(Class<R> kind) {
        return context.getSecondaryResourcesAsStream(kind).filter(this::isNobodyElses).toList();
    }

    /** KEDA gives the autoscaler that it makes the labels of what it was asked for: ours. */
    private boolean isNobodyElses(HasMetadata found) {
        return found.getMetadata().getOwnerReferences().stream()
                .noneMatch(owner ->
                        Boolean.TRUE.equals(owner.getController())
                                && !owner.getUid().equals(lab.uid()));
    }

    /** As the API server has them now: what a cache has not seen yet is not forgotten. */
    List<? extends HasMetadata> live(Class<? extends HasMetadata> kind) {
        return client.resources(kind)
                .inNamespace(lab.namespace())
                .withLabels(labels())
                .list()
                .getItems();
    }

    /** Makes it, or makes it again what it should be. */
    @SuppressWarnings("unchecked")
    <R extends HasMetadata> void apply(R wanted) {
        Optional<R> present = find((Class<R>) wanted.getClass(), wanted.getMetadata().getName());
        // a Job cannot be changed, and its name holds its content
        if (present.isPresent() && (wanted instanceof Job || matches(present.get(), wanted))) {
            return;
        }
        LOG.info(
                "{}/{}: {} {} {}",
                lab.namespace(),
                lab.name(),
                present.isPresent() ? "changing" : "making",
                wanted.getKind(),
                wanted.getMetadata().getName());
        client.resource(wanted).patch(apply);
    }

    /** The same for a kind that the client has no type for; returns what is in the cluster. */
    GenericKubernetesResource applyOptional(GenericKubernetesResource wanted) {
        ResourceDefinitionContext kind = Kinds.of(wanted.getApiVersion(), wanted.getKind());
        GenericKubernetesResource present =
                client.genericKubernetesResources(kind)
                        .inNamespace(lab.namespace())
                        .withName(wanted.getMetadata().getName())
                        .get();
        if (present != null && matches(present, wanted)) {
            return present;
        }
        LOG.info(
                "{}/{}: applying {} {}",
                lab.namespace(),
                lab.name(),
                wanted.getKind(),
                wanted.getMetadata().getName());
        return client.genericKubernetesResources(kind)
                .inNamespace(lab.namespace())
                .resource(wanted)
                .patch(apply);
    }

    List<GenericKubernetesResource> optional(ResourceDefinitionContext kind) {
        return client.genericKubernetesResources(kind)
                .inNamespace(lab.namespace())
                .withLabels(labels())
                .list()
                .getItems();
    }

    void delete(HasMetadata object) {
        LOG.info(
                "{}/{}: deleting {} {}",
                lab.namespace(),
                lab.name(),
                object.getKind(),
                object.getMetadata().getName());
        client.resource(object).delete();
    }

    void deleteOptional(GenericKubernetesResource object) {
        client.genericKubernetesResources(Kinds.of(object.getApiVersion(), object.getKind()))
                .inNamespace(lab.namespace())
                .withName(object.getMetadata().getName())
                .delete();
    }

    /** What chooses the objects of this lab. */
    Map<String, String> labels() {
        return Map.of(Lab.MANAGED_BY, Lab.OPERATOR, Lab.INSTANCE, lab.name());
    }

    PatchContext applying() {
        return apply;
    }

    private <R extends HasMetadata> boolean matches(R present, R wanted) {
        return SSABasedGenericKubernetesResourceMatcher.<R>getInstance()
                .matches(present, wanted, context);
    }
}
