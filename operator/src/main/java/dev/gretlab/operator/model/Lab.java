/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.crd.GretlabSpec;
import dev.gretlab.crd.RunnersSpec;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One Gretlab, with the names and labels of what is made for it.
 *
 * @param namespace where everything of it is
 * @param uid of the resource, which owns all but the data
 * @param settings what the operator was told for all labs
 */
public record Lab(
        String name, String namespace, String uid, GretlabSpec spec, OperatorSettings settings) {

    /** Chooses everything that the operator made. */
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    /** The value of {@link #MANAGED_BY}. */
    public static final String OPERATOR = "gretlab-operator";

    /** Names the Gretlab that an object is part of. */
    public static final String INSTANCE = "app.kubernetes.io/instance";

    /** Names the part. */
    public static final String COMPONENT = "app.kubernetes.io/component";

    public static Lab of(Gretlab resource, OperatorSettings settings) {
        return new Lab(
                resource.getMetadata().getName(),
                resource.getMetadata().getNamespace(),
                resource.getMetadata().getUid(),
                resource.getSpec(),
                settings);
    }

    /** The name of a part's objects. */
    public String name(Part part) {
        return name + "-" + part.label();
    }

    /** A name within the lab that belongs to no one part. */
    public String name(String what) {
        return name + "-" + what;
    }

    /** The Secret of passwords and tokens. */
    public String credentials() {
        return name("credentials");
    }

    /** The name of a Service as every namespace resolves it. */
    public String serviceAddress(Part part) {
        return name(part) + "." + namespace + ".svc";
    }

    /**
     * Where the API tells how the lab is: the Service of this lab, in its own namespace, and never
     * an address that somebody wrote down.
     */
    public URI stateAddress() {
        return URI.create("http://" + serviceAddress(Part.API) + ":" + Api.STATE_PORT + "/state");
    }

    /**
     * The same lab as it was before its version was changed.
     *
     * @param runnerImage the image that its runners have now; it was changed with the version when
     *     it is one of the lab's own. Null for that of the version
     */
    public Lab at(String version, @Nullable String runnerImage) {
        RunnersSpec runners = spec.runners();
        return new Lab(
                name,
                namespace,
                uid,
                spec.with(version, runnerImage == null ? runners : runners.withImage(runnerImage)),
                settings);
    }

    /** Where students go. */
    public String url() {
        return "https://" + spec.host();
    }

    /** What chooses the pods of a part; never changes, since a Deployment's selector cannot. */
    public Map<String, String> selector(Part part) {
        return Map.of(INSTANCE, name, COMPONENT, part.label());
    }

    Map<String, String> labels(String component) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("app.kubernetes.io/name", "gretlab");
        labels.put(INSTANCE, name);
        labels.put(COMPONENT, component);
        labels.put(MANAGED_BY, OPERATOR);
        return labels;
    }

    /** Goes when the Gretlab goes. */
    ObjectMeta owned(String objectName, String component) {
        return new ObjectMetaBuilder(data(objectName, component))
                .withOwnerReferences(owner())
                .build();
    }

    ObjectMeta owned(Part part) {
        return owned(name(part), part.label());
    }

    /**
     * Stays when the Gretlab goes, unless its deletionPolicy says otherwise: the reconciler sees to
     * that.
     */
    ObjectMeta data(String objectName, String component) {
        return new ObjectMetaBuilder()
                .withName(objectName)
                .withNamespace(namespace)
                .withLabels(labels(component))
                .build();
    }

    /** An image of this version. */
    String image(String image) {
        return image(image, spec.version());
    }

    String image(String image, String tag) {
        String registry = spec.images().registry();
        return (registry == null ? settings.registry() : registry) + "/" + image + ":" + tag;
    }

    private OwnerReference owner() {
        return new OwnerReferenceBuilder()
                .withApiVersion("gretlab.dev/v1alpha1")
                .withKind("Gretlab")
                .withName(name)
                .withUid(uid)
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }
}
