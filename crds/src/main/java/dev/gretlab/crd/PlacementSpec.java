/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * On which nodes runners may be.
 *
 * @param nodeSelector Labels that a node must have.
 * @param tolerations Taints that do not keep runners away. Taint the nodes of students' programs,
 *     so that nothing else is beside them.
 * @param spreadOver Labels of nodes over which runners are spread as evenly as can be.
 */
public record PlacementSpec(
        @Size(max = 20)
                @ValidationRule(
                        value = "self.all(k, self[k].size() <= 63)",
                        message = "A label's value has at most 63 characters.")
                @Nullable Map<String, String> nodeSelector,
        @Size(max = 20) @Nullable List<TolerationSpec> tolerations,
        @Default("[\"kubernetes.io/hostname\"]")
                @Size(max = 5)
                @ValidationRule(
                        value = "self.all(k, k.size() > 0 && k.size() <= 316)",
                        message = "A label has from 1 to 316 characters.")
                List<String> spreadOver) {

    /**
     * A taint that does not keep runners away.
     *
     * @param key The taint's key; every taint when left out.
     * @param value The taint's value; any when left out.
     * @param effect The taint's effect; all when left out.
     */
    public record TolerationSpec(
            @Size(min = 1, max = 316) @Nullable String key,
            @Size(max = 63) @Nullable String value,
            @Nullable Effect effect) {}

    /** What a taint does to pods that do not tolerate it. */
    public enum Effect {
        @JsonProperty("NoSchedule")
        NO_SCHEDULE("NoSchedule"),
        @JsonProperty("PreferNoSchedule")
        PREFER_NO_SCHEDULE("PreferNoSchedule"),
        @JsonProperty("NoExecute")
        NO_EXECUTE("NoExecute");

        private final String effect;

        Effect(String effect) {
            this.effect = effect;
        }

        /** As Kubernetes writes it. */
        public String effect() {
            return effect;
        }
    }
}
