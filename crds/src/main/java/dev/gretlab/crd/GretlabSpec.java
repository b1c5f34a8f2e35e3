/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * What the lab should be.
 *
 * @param version The version of Gretlab that runs, for example 0.1.0; the tag of every image.
 *     Changing it upgrades the lab, after the end of a contest that runs.
 * @param host The name that students type into their browsers, for example lab.example.org.
 * @param tls Where the certificate for the host comes from. Set exactly one of its fields.
 * @param gateway The way in: HTTPS, health checks, retries of requests that met a replica that
 *     died.
 * @param database Where the lab keeps everything. Set exactly one of its fields.
 * @param pgbouncer The connection pooler between API replicas and the database.
 * @param api The replicas that answer browsers.
 * @param runners The pods that run students' programs, each in a sandbox of its own.
 * @param images Where images come from.
 * @param network Which namespaces may reach into the lab. Everything else is closed.
 * @param observability What is made for Prometheus and Grafana, when they are in the cluster.
 * @param deletionPolicy What becomes of the data (the evaluation database's volume and the
 *     passwords) when this resource is deleted. Retain keeps it, and a new Gretlab of the same name
 *     adopts it; Delete removes it for good.
 */
@ValidationRule(
        value = "has(self.database.evaluation) == has(oldSelf.database.evaluation)",
        message =
                "A lab stays with its kind of database. Make another Gretlab and move the data into"
                        + " it.")
// it has 200; some are a superuser's, the migration's and KEDA's
@ValidationRule(
        value =
                "!has(self.database.evaluation) || self.pgbouncer.replicas * self.pgbouncer.poolSize +"
                        + " 2 * self.runners.max + self.api.max <= 190",
        message =
                "The evaluation database has 190 connections to give: pgbouncer.replicas x"
                        + " pgbouncer.poolSize, two for each of runners.max and one for each of"
                        + " api.max must fit. Ask for less, or name a server.")
public record GretlabSpec(
        @Required @Size(min = 5, max = 63) @Pattern("^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?$")
                String version,
        @Required
                @Size(min = 1, max = 253)
                @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
                String host,
        @Required TlsSpec tls,
        @Default("{}") GatewaySpec gateway,
        @Required DatabaseSpec database,
        @Default("{}") PgBouncerSpec pgbouncer,
        @Default("{}") ApiSpec api,
        @Default("{}") RunnersSpec runners,
        @Default("{}") ImagesSpec images,
        @Default("{}") NetworkSpec network,
        @Default("{}") ObservabilitySpec observability,
        @Default("Retain") DeletionPolicy deletionPolicy) {

    /** The same but for these two. */
    public GretlabSpec with(String otherVersion, RunnersSpec otherRunners) {
        return new GretlabSpec(
                otherVersion,
                host,
                tls,
                gateway,
                database,
                pgbouncer,
                api,
                otherRunners,
                images,
                network,
                observability,
                deletionPolicy);
    }

    /** What becomes of the data of a lab that is deleted. */
    public enum DeletionPolicy {
        @JsonProperty("Retain")
        RETAIN,
        @JsonProperty("Delete")
        DELETE
    }
}
