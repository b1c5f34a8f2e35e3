/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The way in.
 *
 * @param enabled Off when something else in front of the API does what the gateway does. Without it
 *     a request that meets a dying replica fails.
 * @param replicas How many gateways.
 * @param serviceType How the gateway's Service is reached: LoadBalancer asks the cloud for an
 *     address of its own, ClusterIP is for an Ingress or a port-forward.
 * @param ingress Puts an Ingress before the gateway.
 */
@ValidationRule(
        value = "self.enabled || has(self.ingress)",
        message = "Without a gateway the lab needs an ingress, or nobody gets in.")
public record GatewaySpec(
        @Default("true") boolean enabled,
        @Default("2") @Min(1) @Max(20) int replicas,
        @Default("ClusterIP") ServiceType serviceType,
        @Nullable IngressSpec ingress) {

    /**
     * An Ingress before the gateway.
     *
     * @param className Its IngressClass; the cluster's default when left out.
     * @param annotations For the ingress controller, for example how long a stream of events may
     *     stay open.
     */
    public record IngressSpec(
            @Size(min = 1, max = 253) @Nullable String className,
            @Size(max = 30)
                    @ValidationRule(
                            value = "self.all(k, self[k].size() <= 4096)",
                            message = "An annotation has at most 4096 characters.")
                    @Nullable Map<String, String> annotations) {}

    /** How a Service is reached. */
    public enum ServiceType {
        @JsonProperty("ClusterIP")
        CLUSTER_IP("ClusterIP"),
        @JsonProperty("NodePort")
        NODE_PORT("NodePort"),
        @JsonProperty("LoadBalancer")
        LOAD_BALANCER("LoadBalancer");

        private final String type;

        ServiceType(String type) {
            this.type = type;
        }

        /** As Kubernetes writes it. */
        public String type() {
            return type;
        }
    }
}
