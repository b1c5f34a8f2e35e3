/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * Where the lab keeps everything.
 *
 * @param server A PostgreSQL server that others run: CloudNativePG, a cloud's, your own. For
 *     everything that must last.
 * @param evaluation A small PostgreSQL of the lab's own: one pod, one volume, no standby, no
 *     backup. For evaluation.
 */
@ValidationRule(
        value = "has(self.server) != has(self.evaluation)",
        message = "Set exactly one of server and evaluation.")
public record DatabaseSpec(@Nullable Server server, @Nullable Evaluation evaluation) {

    /**
     * A PostgreSQL server, version 15 or newer.
     *
     * @param host Its name or address, the primary's; not a pooler's.
     * @param port Its port.
     * @param name The database, which exists. The roles of the parts are named after it.
     * @param ownerSecretName A Secret with the keys username and password of the database's owner,
     *     who may create roles. Only migrations use it.
     * @param sslMode How connections are encrypted: disable, require (encrypted, not checked who
     *     answers) or verify-full (checked against the public authorities).
     */
    @ValidationRule(
            value = "self.name == oldSelf.name",
            message =
                    "A lab stays with its database. Make another Gretlab and move the data into it.")
    public record Server(
            @Required
                    @Size(min = 1, max = 253)
                    @Pattern("^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$")
                    String host,
            @Default("5432") @Min(1) @Max(65535) int port,
            @Default("gretlab") @Size(min = 1, max = 50) @Pattern("^[a-z_][a-z0-9_]*$") String name,
            @Required @Size(min = 1, max = 253) String ownerSecretName,
            @Default("require") SslMode sslMode) {}

    /**
     * A small PostgreSQL of the lab's own.
     *
     * @param storage The size of its volume, for example 5Gi. It cannot be changed later.
     * @param storageClassName Its StorageClass; the cluster's default when left out. It cannot be
     *     changed later.
     * @param cpu Cores that it asks for: a whole number, or thousandths as in 500m.
     * @param memory Memory that it asks for and never exceeds, in Mi or Gi.
     */
    @ValidationRule(
            value =
                    "self.storage == oldSelf.storage && has(self.storageClassName) =="
                            + " has(oldSelf.storageClassName) && (!has(self.storageClassName) ||"
                            + " self.storageClassName == oldSelf.storageClassName)",
            message =
                    "The volume of the evaluation database cannot be changed. Make another Gretlab and"
                            + " move the data into it.")
    public record Evaluation(
            @Default("5Gi") @Size(max = 20) @Pattern("^[1-9][0-9]*(Mi|Gi|Ti)$") String storage,
            @Size(min = 1, max = 253) @Nullable String storageClassName,
            @Default("500m") @Size(max = 20) @Pattern("^[1-9][0-9]*m?$") String cpu,
            @Default("1Gi") @Size(max = 20) @Pattern("^[1-9][0-9]*(Mi|Gi)$") String memory) {}

    /** How connections to the server are encrypted. */
    public enum SslMode {
        @JsonProperty("disable")
        DISABLE("disable"),
        @JsonProperty("require")
        REQUIRE("require"),
        @JsonProperty("verify-full")
        VERIFY_FULL("verify-full");

        private final String mode;

        SslMode(String mode) {
            this.mode = mode;
        }

        /** As PostgreSQL's clients write it. */
        public String mode() {
            return mode;
        }
    }
}
