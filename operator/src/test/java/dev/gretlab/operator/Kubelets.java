/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.operator.model.Lab;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What an API server alone lacks: it says of the workloads that their pods run, as the controllers
 * of a cluster with nodes would, as far as it is allowed to.
 */
final class Kubelets implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Kubelets.class.getName());

    private final KubernetesClient client;
    private final List<SharedIndexInformer<? extends HasMetadata>> informers = new ArrayList<>();
    private volatile Predicate<HasMetadata> allowed = object -> true;

    Kubelets(KubernetesClient client) {
        this.client = client;
        watch(Deployment.class);
        watch(StatefulSet.class);
        watch(Job.class);
    }

    /** From now on these alone come up; what runs goes on. */
    void allow(Predicate<HasMetadata> which) {
        allowed = which;
        informers.forEach(informer -> informer.getStore().list().forEach(this::run));
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::stop);
    }

    private <R extends HasMetadata> void watch(Class<R> kind) {
        informers.add(
                client.resources(kind)
                        .inAnyNamespace()
                        .withLabel(Lab.MANAGED_BY, Lab.OPERATOR)
                        .inform(
                                new ResourceEventHandler<R>() {
                                    @Override
                                    public void onAdd(R object) {
                                        run(object);
                                    }

                                    @Override
                                    public void onUpdate(R before, R now) {
                                        run(now);
                                    }

                                    @Override
                                    public void onDelete(R object, boolean unknown) {}
                                }));
    }

    private void run(HasMetadata object) {
        if (!allowed.test(object)) {
            return;
        }
        long generation = object.getMetadata().getGeneration();
        switch (object) {
            case Deployment d
                    when d.getStatus() == null
                            || d.getStatus().getObservedGeneration() == null
                            || d.getStatus().getObservedGeneration() < generation
                            || d.getStatus().getAvailableReplicas() == null ->
                    status(
                            d,
                            """
                            {"observedGeneration":%d,"replicas":%2$d,"updatedReplicas":%2$d,
                             "readyReplicas":%2$d,"availableReplicas":%2$d}
                            """
                                    .formatted(generation, d.getSpec().getReplicas()));
            case StatefulSet s
                    when s.getStatus() == null || s.getStatus().getReadyReplicas() == null ->
                    status(
                            s,
                            """
                            {"observedGeneration":%d,"replicas":1,"readyReplicas":1,"availableReplicas":1}
                            """
                                    .formatted(generation));
            case Job j when j.getStatus() == null || j.getStatus().getSucceeded() == null ->
                    status(
                            j,
                            """
                            {"succeeded":1,"startTime":"2026-01-01T00:00:00Z","completionTime":"2026-01-01T00:00:01Z",
                             "conditions":[
                              {"type":"SuccessCriteriaMet","status":"True","lastTransitionTime":"2026-01-01T00:00:01Z","lastProbeTime":"2026-01-01T00:00:01Z"},
                              {"type":"Complete","status":"True","lastTransitionTime":"2026-01-01T00:00:01Z","lastProbeTime":"2026-01-01T00:00:01Z"}]}
                            """);
            default -> {}
        }
    }

    private void status(HasMetadata object, String status) {
        try {
            client.resource(object)
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":" + status + "}");
        } catch (KubernetesClientException e) {
            // it was deleted meanwhile, or the server goes
            LOG.log(Level.FINE, "no status", e);
        }
    }
}
