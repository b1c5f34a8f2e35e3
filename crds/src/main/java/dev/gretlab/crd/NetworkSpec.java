/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which namespaces may reach into the lab, and what it may reach. Everything else is closed in both
 * directions.
 *
 * @param policies Off when the cluster's network is closed by other means.
 * @param ingressNamespace The namespace that may reach the gateway; all when left out.
 * @param prometheusNamespace The namespace that may read metrics.
 * @param kedaNamespace The namespace that may ask the evaluation database for the length of the
 *     queue.
 * @param databaseCidr Addresses of the database server, as 10.1.2.0/24; any address, on the
 *     server's port, when left out.
 * @param trustedProxies Ranges of addresses, as 10.2.0.0/16, whose word about who calls is
 *     believed: the pods' network, and that of an ingress outside of it. Never one that students'
 *     machines are in. Without it all students of a lab behind the gateway count as one address
 *     when wrong passwords are counted.
 */
public record NetworkSpec(
        @Default("true") boolean policies,
        @Size(min = 1, max = 63) @Nullable String ingressNamespace,
        @Default("monitoring") @Size(min = 1, max = 63) String prometheusNamespace,
        @Default("keda") @Size(min = 1, max = 63) String kedaNamespace,
        @Size(max = 50) @Pattern("^[0-9a-f.:]+/[0-9]{1,3}$") @Nullable String databaseCidr,
        @Size(max = 10)
                @ValidationRule(
                        value = "self.all(r, r.size() <= 50 && r.contains('/'))",
                        message = "A range is an address and a length, as 10.2.0.0/16.")
                @Nullable List<String> trustedProxies) {}
