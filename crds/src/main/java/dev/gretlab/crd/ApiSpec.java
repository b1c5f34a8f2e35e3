/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * The replicas that answer browsers. A HorizontalPodAutoscaler keeps their number between min and
 * max.
 *
 * @param min Replicas at least. With one, an upgrade or a lost node is an outage.
 * @param max Replicas at most.
 * @param targetCpuPercent More replicas come when all together use more than this part of the cores
 *     that they ask for.
 * @param cpu Cores that each asks for: a whole number, or thousandths as in 500m.
 * @param memory Memory that each asks for and never exceeds, in Mi or Gi.
 * @param drainSeconds How long a replica that is going says so before it stops listening. At least
 *     as long as an ingress takes to notice.
 */
@ValidationRule(value = "self.min <= self.max", message = "min must not exceed max.")
public record ApiSpec(
        @Default("2") @Min(1) @Max(100) int min,
        @Default("6") @Min(1) @Max(100) int max,
        @Default("70") @Min(10) @Max(100) int targetCpuPercent,
        @Default("1") @Size(max = 20) @Pattern("^[1-9][0-9]*m?$") String cpu,
        @Default("1Gi") @Size(max = 20) @Pattern("^[1-9][0-9]*(Mi|Gi)$") String memory,
        @Default("5") @Min(0) @Max(120) int drainSeconds) {}
