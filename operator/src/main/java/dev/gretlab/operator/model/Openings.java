/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import dev.gretlab.crd.NetworkSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything is closed; this is the list of what is open, one policy for each part. */
final class Openings {

    private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

    /** What the chart calls the operator's own pods. */
    private static final Map<String, String> OPERATOR =
            Map.of("app.kubernetes.io/name", "gretlab-operator");

    private Openings() {}

    static List<HasMetadata> objects(Lab lab) {
        NetworkSpec network = lab.spec().network();
        if (!network.policies()) {
            return List.of();
        }
        boolean ownDatabase = lab.spec().database().evaluation() != null;
        List<HasMetadata> policies = new ArrayList<>();
        policies.add(closed(lab));
        policies.add(
                policy(
                        lab,
                        Part.MIGRATE,
                        List.of(),
                        List.of(toDatabase(lab), toNames(), toNamesOfOpenShift())));
        policies.add(
                policy(
                        lab,
                        Part.PGBOUNCER,
                        List.of(from(Pooler.PORT, part(lab, Part.API))),
                        List.of(toDatabase(lab), toNames(), toNamesOfOpenShift())));
        List<NetworkPolicyIngressRule> toApi = new ArrayList<>();
        toApi.add(
                lab.spec().gateway().enabled()
                        ? from(Api.PORT, part(lab, Part.GATEWAY))
                        : from(Api.PORT, visitors(network)));
        toApi.add(from(Api.PORT, namespace(network.prometheusNamespace())));
        String operator = lab.settings().namespace();
        if (operator != null) {
            // it asks what the runners found in their sandboxes and whether a contest runs;
            // nobody else, not even the gateway, has anything to do at that port
            toApi.add(from(Api.STATE_PORT, operator(operator)));
        }
        policies.add(
                policy(
                        lab,
                        Part.API,
                        toApi,
                        List.of(
                                to(Pooler.PORT, part(lab, Part.PGBOUNCER)),
                                // for notifications, which no pooler passes on
                                toDatabase(lab),
                                toNames(),
                                toNamesOfOpenShift())));
        policies.add(
                policy(
                        lab,
                        Part.RUNNERS,
                        List.of(from(Runners.PORT, namespace(network.prometheusNamespace()))),
                        List.of(toDatabase(lab), toNames(), toNamesOfOpenShift())));
        if (lab.spec().gateway().enabled()) {
            policies.add(
                    policy(
                            lab,
                            Part.GATEWAY,
                            List.of(
                                    from(Gateway.HTTPS, visitors(network)),
                                    from(Gateway.HTTP, visitors(network))),
                            List.of(
                                    to(Api.PORT, part(lab, Part.API)),
                                    toNames(),
                                    toNamesOfOpenShift())));
        }
        if (ownDatabase) {
            policies.add(
                    policy(
                            lab,
                            Part.DATABASE,
                            List.of(
                                    from(
                                            5432,
                                            part(lab, Part.MIGRATE),
                                            part(lab, Part.PGBOUNCER),
                                            part(lab, Part.API),
                                            part(lab, Part.RUNNERS),
                                            namespace(network.kedaNamespace()))),
                            List.of()));
        }
        return policies;
    }

    private static NetworkPolicy closed(Lab lab) {
        return new NetworkPolicyBuilder()
                .withMetadata(lab.owned(lab.name("closed"), "network"))
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(Map.of(Lab.INSTANCE, lab.name()))
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .endSpec()
                .build();
    }

    private static NetworkPolicy policy(
            Lab lab,
            Part part,
            List<NetworkPolicyIngressRule> ingress,
            List<NetworkPolicyEgressRule> egress) {
        return new NetworkPolicyBuilder()
                .withMetadata(lab.owned(part))
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(lab.selector(part))
                .endPodSelector()
                .withPolicyTypes("Ingress", "Egress")
                .withIngress(ingress)
                .withEgress(egress)
                .endSpec()
                .build();
    }

    private static NetworkPolicyIngressRule from(int port, @Nullable NetworkPolicyPeer... peers) {
        NetworkPolicyIngressRuleBuilder rule =
                new NetworkPolicyIngressRuleBuilder().withPorts(tcp(port));
        for (NetworkPolicyPeer peer : peers) {
            if (peer != null) {
                rule.addToFrom(peer);
            }
        }
        return rule.build();
    }

    private static NetworkPolicyEgressRule to(int port, NetworkPolicyPeer peer) {
        return new NetworkPolicyEgressRuleBuilder().withPorts(tcp(port)).withTo(peer).build();
    }

    private static NetworkPolicyEgressRule toDatabase(Lab lab) {
        Database database = Database.of(lab);
        if (lab.spec().database().evaluation() != null) {
            return to(database.port(), part(lab, Part.DATABASE));
        }
        String addresses = lab.spec().network().databaseCidr();
        NetworkPolicyEgressRuleBuilder rule =
                new NetworkPolicyEgressRuleBuilder().withPorts(tcp(database.port()));
        return addresses == null
                ? rule.build()
                : rule.withTo(
                                new NetworkPolicyPeerBuilder()
                                        .withNewIpBlock()
                                        .withCidr(addresses)
                                        .endIpBlock()
                                        .build())
                        .build();
    }

    /** The cluster's DNS. */
    private static NetworkPolicyEgressRule toNames() {
        return toNames(53, "kube-system");
    }

    /**
     * OpenShift's DNS. A policy is held against the pod's own port, not the Service's 53, and its
     * pods listen on 5353, in a namespace that other clusters do not have.
     */
    private static NetworkPolicyEgressRule toNamesOfOpenShift() {
        return toNames(5353, "openshift-dns");
    }

    private static NetworkPolicyEgressRule toNames(int port, String namespace) {
        return new NetworkPolicyEgressRuleBuilder()
                .withPorts(
                        new NetworkPolicyPortBuilder()
                                .withProtocol("UDP")
                                .withPort(new IntOrString(port))
                                .build(),
                        tcp(port))
                .withTo(namespace(namespace))
                .build();
    }

    private static NetworkPolicyPort tcp(int port) {
        return new NetworkPolicyPortBuilder()
                .withProtocol("TCP")
                .withPort(new IntOrString(port))
                .build();
    }

    private static NetworkPolicyPeer part(Lab lab, Part part) {
        return new NetworkPolicyPeerBuilder()
                .withNewPodSelector()
                .withMatchLabels(lab.selector(part))
                .endPodSelector()
                .build();
    }

    private static NetworkPolicyPeer namespace(String name) {
        return new NetworkPolicyPeerBuilder()
                .withNewNamespaceSelector()
                .withMatchLabels(Map.of(NAMESPACE_NAME, name))
                .endNamespaceSelector()
                .build();
    }

    private static NetworkPolicyPeer operator(String namespace) {
        return new NetworkPolicyPeerBuilder(namespace(namespace))
                .withNewPodSelector()
                .withMatchLabels(OPERATOR)
                .endPodSelector()
                .build();
    }

    /** Null for everybody. */
    private static @Nullable NetworkPolicyPeer visitors(NetworkSpec network) {
        String namespace = network.ingressNamespace();
        return namespace == null ? null : namespace(namespace);
    }
}
