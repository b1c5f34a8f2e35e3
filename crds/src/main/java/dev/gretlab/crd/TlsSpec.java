/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * Where the certificate for the host comes from.
 *
 * @param secretName A Secret of type kubernetes.io/tls in this namespace.
 * @param issuer An issuer of cert-manager, which then makes and renews the certificate.
 * @param selfSigned The gateway makes a certificate that browsers warn about. For evaluation.
 */
@ValidationRule(
        value =
                "(has(self.secretName) ? 1 : 0) + (has(self.issuer) ? 1 : 0) + (self.selfSigned ? 1 :"
                        + " 0) == 1",
        message = "Set exactly one of secretName, issuer and selfSigned: true.")
public record TlsSpec(
        @Size(min = 1, max = 253) @Nullable String secretName,
        @Nullable Issuer issuer,
        @Default("false") boolean selfSigned) {

    /**
     * An issuer of cert-manager.
     *
     * @param name Its name.
     * @param kind Issuer for one in this namespace, ClusterIssuer for one of the whole cluster.
     */
    public record Issuer(
            @Required @Size(min = 1, max = 253) String name, @Default("ClusterIssuer") Kind kind) {}

    /** The kinds of issuers. */
    public enum Kind {
        @JsonProperty("Issuer")
        ISSUER("Issuer"),
        @JsonProperty("ClusterIssuer")
        CLUSTER_ISSUER("ClusterIssuer");

        private final String kind;

        Kind(String kind) {
            this.kind = kind;
        }

        /** As cert-manager writes it. */
        public String kind() {
            return kind;
        }
    }
}
