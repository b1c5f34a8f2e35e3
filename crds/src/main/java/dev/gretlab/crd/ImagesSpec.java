/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where images come from.
 *
 * @param registry What stands before the name of each image, without a slash at its end; the
 *     operator's own registry when left out. For clusters that only pull from a mirror.
 * @param pullPolicy When nodes pull.
 * @param pullSecrets Names of Secrets in this namespace that the registry asks for.
 */
public record ImagesSpec(
        @Size(min = 1, max = 255) @Pattern("^[a-z0-9]([-a-z0-9._:/]*[a-z0-9])?$")
                @Nullable String registry,
        @Default("IfNotPresent") PullPolicy pullPolicy,
        @Size(max = 10)
                @ValidationRule(
                        value = "self.all(s, s.size() > 0 && s.size() <= 253)",
                        message = "The name of a Secret has from 1 to 253 characters.")
                @Nullable List<String> pullSecrets) {

    /** When nodes pull. */
    public enum PullPolicy {
        @JsonProperty("Always")
        ALWAYS("Always"),
        @JsonProperty("IfNotPresent")
        IF_NOT_PRESENT("IfNotPresent"),
        @JsonProperty("Never")
        NEVER("Never");

        private final String policy;

        PullPolicy(String policy) {
            this.policy = policy;
        }

        /** As Kubernetes writes it. */
        public String policy() {
            return policy;
        }
    }
}
