/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A coding lab: students write programs in a browser and see their verdicts. The operator turns
 * this resource into API replicas, a connection pooler, sandboxed runners, their scaling, network
 * policies and a gateway.
 */
@Group("gretlab.dev")
@Version("v1alpha1")
@ValidationRule(
        value = "has(self.spec)",
        message = "Write a spec: it needs at least version, host, tls and database.")
// names of Services are made from it, which begin with a letter and have at most 63 characters
@ValidationRule(
        value =
                "self.metadata.name.size() <= 40 &&"
                        + " self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
        message =
                "The name must be at most 40 characters: small letters, digits and '-', beginning with"
                        + " a letter.")
@AdditionalPrinterColumn(
        name = "Ready",
        jsonPath = ".status.conditions[?(@.type==\"Ready\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "URL",
        jsonPath = ".status.url",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "API",
        jsonPath = ".status.conditions[?(@.type==\"ApiAvailable\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Runners",
        jsonPath = ".status.conditions[?(@.type==\"RunnersAvailable\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Version",
        jsonPath = ".status.version",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public class Gretlab extends CustomResource<GretlabSpec, GretlabStatus> implements Namespaced {

    private static final long serialVersionUID = 1;
}
