/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.GretlabSpec.DeletionPolicy;
import dev.gretlab.operator.model.Blueprint;
import dev.gretlab.operator.model.Lab;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Takes a lab away, in order: KEDA's objects first, while KEDA can still let go of them, then
 * everything else. The data stays or goes as the resource says.
 */
final class Removal {

    /** KEDA lets go of an object in a second. When it does not in this time it is gone itself. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Lab lab;
    private final Cluster cluster;
    private final KubernetesClient client;
    private final Kinds kinds;

    Removal(Lab lab, Cluster cluster, KubernetesClient client, Kinds kinds) {
        this.lab = lab;
        this.cluster = cluster;
        this.client = client;
        this.kinds = kinds;
    }

    /**
     * One step; true when nothing is left to do.
     *
     * @param since when the resource was deleted
     */
    boolean step(Instant since, Instant now) {
        boolean patienceOver = now.isAfter(since.plus(PATIENCE));
        if (kinds.known(Kinds.SCALED_OBJECT)) {
            List<GenericKubernetesResource> scaled = cluster.optional(Kinds.SCALED_OBJECT);
            if (!scaled.isEmpty()) {
                scaled.forEach(object -> deleteOptional(object, patienceOver));
                return false;
            }
        }
        boolean empty = true;
        for (ResourceDefinitionContext kind : Kinds.OPTIONAL) {
            if (kinds.known(kind)) {
                List<GenericKubernetesResource> left = cluster.optional(kind);
                left.forEach(object -> deleteOptional(object, patienceOver));
                empty = empty && left.isEmpty();
            }
        }
        for (Class<? extends HasMetadata> kind : Kinds.OWN) {
            List<? extends HasMetadata> left = cluster.live(kind);
            left.stream()
                    .filter(object -> object.getMetadata().getDeletionTimestamp() == null)
                    .forEach(cluster::delete);
            empty = empty && left.isEmpty();
        }
        if (!empty) {
            return false;
        }
        if (lab.spec().deletionPolicy() == DeletionPolicy.DELETE) {
            client.persistentVolumeClaims()
                    .inNamespace(lab.namespace())
                    .withName(Blueprint.claim(lab))
                    .delete();
            client.secrets().inNamespace(lab.namespace()).withName(lab.credentials()).delete();
        }
        return true;
    }

    /** Where the data is that stays; empty when nothing does. */
    static String whereDataIs(Lab lab) {
        if (lab.spec().deletionPolicy() == DeletionPolicy.DELETE) {
            return "";
        }
        var server = lab.spec().database().server();
        return server == null
                ? "PersistentVolumeClaim " + Blueprint.claim(lab) + ", Secret " + lab.credentials()
                : "database "
                        + server.name()
                        + " on "
                        + server.host()
                        + ", Secret "
                        + lab.credentials();
    }

    private void deleteOptional(GenericKubernetesResource object, boolean patienceOver) {
        if (patienceOver
                && object.getApiVersion().startsWith("keda.sh/")
                && !object.getMetadata().getFinalizers().isEmpty()) {
            letGo(object);
        }
        cluster.deleteOptional(object);
    }

    private void letGo(GenericKubernetesResource object) {
        client.genericKubernetesResources(Kinds.of(object.getApiVersion(), object.getKind()))
                .inNamespace(lab.namespace())
                .withName(object.getMetadata().getName())
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"finalizers\":null}}");
    }
}
